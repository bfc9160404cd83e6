/** Adds what the parts of the page use and the made-up DOM lacks. Nothing is drawn: every box has the size zero. */
export function completeDom(): void {
  const element = Element.prototype as Element & Record<string, unknown>
  element.scrollIntoView = () => undefined
  element.hasPointerCapture = () => false
  element.setPointerCapture = () => undefined
  element.releasePointerCapture = () => undefined
  element.showPopover = () => undefined
  element.hidePopover = () => undefined
}
