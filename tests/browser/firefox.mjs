// node firefox.mjs ADDRESS FIREFOX
// A start, a turn and a reload in the machine's own Firefox; an error, or a request to another host,
// ends it with a complaint.
import puppeteer from "puppeteer-core";

const [address, program] = process.argv.slice(2);
const browser = await puppeteer.launch({ browser: "firefox", executablePath: program, headless: true });
const page = await browser.newPage();
page.setDefaultTimeout(90_000);
const wrong = [];
page.on("request", (request) => {
  const { protocol, hostname } = new URL(request.url());
  if (protocol.startsWith("http") && hostname !== "127.0.0.1") wrong.push(`asks ${hostname}`);
});
page.on("pageerror", (error) => wrong.push(String(error)));

const held = (number) => page.waitForFunction(
  (wanted) => document.querySelectorAll("#hand .held").length === wanted, {}, number,
);
const press = async (what) => (await page.waitForSelector(what, { visible: true })).click();

try {
  await page.goto(`${address}#deal=1&opponents=Anna:easy`);
  await page.waitForSelector("#loading", { hidden: true });
  await press("#new-match");
  await held(13);
  await press("#do-draw");
  await held(14);
  await page.reload();
  await held(14);
  await press("#hand .held");
  await press("#do-discard");
  await held(13);
} catch (error) {
  wrong.push(String(error));
} finally {
  await browser.close();
}
if (wrong.length) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
