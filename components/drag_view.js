// The draggable graph: one vis-network per mounted element, kept between reruns of the page.
const views = new WeakMap();
let library;

function loadLibrary() {
  const address = new URL("app/static/vis-network.min.js", document.baseURI).href;
  library ??= import(address).then(
    () => globalThis.vis,
    (error) => {
      library = undefined;
      throw error;
    },
  );
  return library;
}

function create(vis, parent, options) {
  const nodes = new vis.DataSet();
  const edges = new vis.DataSet();
  const box = parent.querySelector(".canvas");
  const network = new vis.Network(box, { nodes, edges }, options);
  const view = { box, nodes, edges, network, layout: null, frame: null, moved: {}, send: null };
  network.on("click", ({ nodes: [id] }) => {
    if (id !== undefined) view.send.setTriggerValue("clicked", id);
  });
  network.on("dragEnd", ({ nodes: ids }) => {
    if (ids.length === 0) return;
    for (const [id, { x, y }] of Object.entries(network.getPositions(ids))) view.moved[id] = [x, y];
    view.send.setStateValue("moved", { layout: view.layout, points: { ...view.moved } });
  });
  // A canvas that is born in a hidden tab has no size until it is shown. By the next frame it may be gone again.
  network.on("resize", () => requestAnimationFrame(() => views.get(parent) === view && place(view)));
  return view;
}

// The scale and the middle of the timeline's picture, with the same room beside it.
function place({ box, network, frame }) {
  const across = (box.clientWidth - 2 * frame.room) / (2 * frame.width);
  const scale = Math.max(0.05, Math.min(across, box.clientHeight / (2 * frame.height)));
  network.moveTo({ position: { x: 0, y: 0 }, scale });
}

function update(view, data) {
  const fresh = view.layout !== data.layout;
  if (fresh) {
    view.layout = data.layout;
    view.moved = {};
    view.nodes.clear();
  }
  // Without x and y a node stays where the person has dragged it.
  view.nodes.update(fresh ? data.nodes : data.nodes.map(({ x, y, ...rest }) => rest));
  // Edges are drawn in the order in which they were added, so thin ones stay above thick ones.
  view.edges.clear();
  view.edges.add(data.edges);
  view.frame = data.frame;
  if (fresh) place(view);
}

function write(parent, data) {
  const legend = data.legend.map(({ word, colour, line }) => {
    const entry = document.createElement("span");
    const sample = document.createElement("i");
    sample.style.borderTop = `${line} ${colour}`;
    entry.append(sample, word);
    return entry;
  });
  parent.querySelector(".legend").replaceChildren(...legend);
  parent.querySelector(".caption").textContent = data.caption;
  parent.querySelector(".canvas").setAttribute("aria-label", data.title);
}

export default function ({ parentElement, data, setStateValue, setTriggerValue }) {
  write(parentElement, data);
  parentElement.querySelector(".canvas").style.height = `${data.pixels}px`;
  loadLibrary().then(
    (vis) => {
      if (!views.has(parentElement)) views.set(parentElement, create(vis, parentElement, data.options));
      const view = views.get(parentElement);
      view.send = { setStateValue, setTriggerValue };
      update(view, data);
    },
    () => {
      parentElement.querySelector(".caption").textContent = data.failure;
    },
  );
  return () => {
    views.get(parentElement)?.network.destroy();
    views.delete(parentElement);
  };
}
