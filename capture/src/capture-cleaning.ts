/** Changes to a page before its screenshot. Selectors are CSS, or XPath after `xpath=`. */
export interface CaptureCleaning {
  /** Elements that take no space. */
  readonly hidden?: readonly string[];
  /** Elements that are deleted. */
  readonly removed?: readonly string[];
  /** Elements that are covered by boxes. */
  readonly masked?: readonly string[];
  /** Colour of the boxes, without transparency. Default: black. */
  readonly maskColor?: string;
  /** Elements that are clicked, in order. */
  readonly clicked?: readonly ClickedElement[];
}

/** Element that is clicked. */
export interface ClickedElement {
  readonly selector: string;
  /** True: the element may be absent. */
  readonly isOptional: boolean;
}
