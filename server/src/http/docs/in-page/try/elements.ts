/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Returns a new element with properties and content. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...content);
  return element;
}

/** Returns an input below its label, with a sentence about it. `id` is unique on the page. */
export function labelled(
  input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement,
  text: {
    readonly id: string;
    readonly label: Node | string;
    readonly note?: string;
    readonly help?: string;
  },
): HTMLElement {
  input.id = text.id;
  const label = create('label', { htmlFor: text.id }, text.label, text.note ?? '');
  const field = create('div', { className: 'field' }, label, input);
  if (text.help === undefined) return field;
  field.append(create('small', { id: `${text.id}-help`, textContent: text.help }));
  input.setAttribute('aria-describedby', `${text.id}-help`);
  return field;
}
