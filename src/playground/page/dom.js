/** Builds an element: `h("p", { class: "x", onclick }, "text", child)`. Text is always text, never HTML. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

const PATHS = {
  back: "M15 5l-7 7 7 7",
  more: "M12 6h.01M12 12h.01M12 18h.01",
  attach: "M20 11.5l-8.2 8.2a5 5 0 0 1-7-7l8.6-8.7a3.3 3.3 0 0 1 4.7 4.7L9.4 17.4a1.7 1.7 0 0 1-2.4-2.4l7.8-7.8",
  send: "M4 12l16-8-6 16-3-6.5z",
  slash: "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM14 8l-4 8",
  down: "M5 9l7 7 7-7",
  close: "M6 6l12 12M18 6L6 18",
  silent: "M18 16H5l2-3v-3a5 5 0 0 1 8-4M10 20h3M4 4l16 16",
  check: "M2 12l4.5 4.5L15 8M11 15l1.5 1.5L21 8",
  copy: "M9 9h10v10H9zM5 15V5h10",
  link: "M8 16L17 7M9 7h8v8",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  pin: "M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 12.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z",
};

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

export const byId = (id) => document.getElementById(id);

let toastTimer;
export function toast(text) {
  const element = byId("toast");
  element.textContent = text;
  element.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    element.hidden = true;
  }, 3500);
}

/** Opens the menu at an element: `[[label, act], …]`. */
export function openMenu(anchor, items, before) {
  const menu = byId("menu");
  menu.replaceChildren(
    ...(before ? [before] : []),
    ...items.map(([label, act, className]) =>
      h("button", { type: "button", class: className, onclick: () => (menu.hidePopover(), act()) }, label),
    ),
  );
  menu.showPopover();
  const box = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = menu;
  const top = box.bottom + offsetHeight + 8 > innerHeight ? box.top - offsetHeight - 4 : box.bottom + 4;
  menu.style.left = `${Math.max(8, Math.min(box.right - offsetWidth, innerWidth - offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, top)}px`;
}

/** Asks for the fields of a form; resolves with their values, or null. */
export function ask(title, fields, words) {
  const dialog = byId("dialog");
  return new Promise((resolve) => {
    const inputs = fields.map((field) =>
      h("input", { type: field.type ?? "text", name: field.name, required: field.type !== "checkbox", value: field.value, maxlength: "120", step: field.step }),
    );
    const finish = (value) => {
      dialog.close();
      resolve(value);
    };
    const form = h(
      "form",
      {
        method: "dialog",
        onsubmit: (event) => {
          event.preventDefault();
          finish(Object.fromEntries(inputs.map((input) => [input.name, input.type === "checkbox" ? input.checked : input.value.trim()])));
        },
      },
      h("h3", {}, title),
      ...fields.map((field, index) => h("label", { class: field.type === "checkbox" ? "check" : "" }, h("span", {}, field.label), inputs[index])),
      h("div", { class: "actions" }, h("button", { type: "button", onclick: () => finish(null) }, words.cancel), h("button", { type: "submit", class: "primary" }, words.ok)),
    );
    dialog.oncancel = () => resolve(null);
    dialog.replaceChildren(form);
    dialog.showModal();
  });
}

/** Shows the text of a bot's alert. */
export function alertBox(text, ok) {
  const dialog = byId("dialog");
  dialog.replaceChildren(h("p", { class: "alert" }, text), h("div", { class: "actions" }, h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, ok)));
  dialog.showModal();
}
