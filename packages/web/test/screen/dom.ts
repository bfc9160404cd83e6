/** Adds the functions that the page uses and the simulated DOM lacks. The simulated DOM draws nothing, so every box has the size zero. */
export function completeDom(): void {
  const element = Element.prototype as Element & Record<string, unknown>
  element.scrollIntoView = () => undefined
  element.hasPointerCapture = () => false
  element.setPointerCapture = () => undefined
  element.releasePointerCapture = () => undefined
  element.showPopover = () => undefined
  element.hidePopover = () => undefined
}
