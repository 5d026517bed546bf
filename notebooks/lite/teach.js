// Beside JupyterLite's notebook page: no menu, the way back, a position from the address, and all
// cells run as soon as there is a kernel, as the widgets are what readers come for.
const until = async (what) => {
  for (;;) {
    const found = what();
    if (found) return found;
    await new Promise((wait) => setTimeout(wait, 50));
  }
};

const app = await until(() => window.jupyterapp);
await app.restored;
app.shell.menu.hide();
const panel = await until(() => {
  const shown = app.shell.currentWidget;
  return shown?.content?.widgets?.length && shown;
});
await panel.context.ready; // before that there is an empty notebook
document.documentElement.lang = panel.context.path.slice(0, 2);
linkBack(panel);
placePosition(panel);
await until(() => panel.sessionContext.session?.kernel?.status === "idle");
performance.mark("kernel");
await app.commands.execute("notebook:run-all-cells");
performance.mark("cells");
panel.content.activeCellIndex = 0; // it went along with the cells that ran
panel.content.scrollToItem(0);

/** A link to the list of notebooks, first in the toolbar. */
function linkBack({ context, toolbar }) {
  const italian = context.path.startsWith("it/");
  const link = document.createElement("a");
  link.href = italian ? "../it.html" : "../index.html";
  link.textContent = italian ? "← Tutti i quaderni" : "← All notebooks";
  link.style.cssText = "padding: 4px 12px 4px 4px; white-space: nowrap; color: inherit";
  toolbar.node.prepend(link);
}

/** `#position=…` in the address becomes the position that the notebook asks about. */
function placePosition({ context }) {
  const asked = new URLSearchParams(location.hash.slice(1));
  const position = asked.get("position");
  if (!position) return;
  for (const cell of context.model.cells) {
    if (!cell.getMetadata("tags")?.includes("position")) continue;
    const lines = [`position = ${JSON.stringify(position)}`];
    if (asked.get("rules")) lines.push(`rules = ${JSON.stringify(asked.get("rules"))}`);
    cell.sharedModel.setSource(lines.join("\n"));
  }
}
