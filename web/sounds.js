// The sounds of cards, made when they are wanted: a short rustle for each kind of action.
const TONES = { draw: 2600, take: 2100, discard: 1300, lay: 900, attach: 1050, swap: 1700 };
let context;

/** Play the sounds of these actions, one after the other. */
export function play(actions) {
  context ??= new AudioContext();
  actions.forEach((action, n) => rustle(TONES[action] ?? 1500, context.currentTime + n * 0.09));
}

function rustle(tone, start) {
  const length = Math.round(context.sampleRate * 0.07);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  buffer.getChannelData(0).forEach((_, place, samples) => {
    samples[place] = (Math.random() * 2 - 1) * (1 - place / length) ** 3;
  });
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: tone, Q: 0.8 });
  const volume = new GainNode(context, { gain: 0.5 });
  source.connect(filter).connect(volume).connect(context.destination);
  source.start(start);
}
