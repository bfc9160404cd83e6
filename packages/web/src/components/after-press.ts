/** Pointer-down takes the focus from a field. Content that then appears must not move the button before the pointer is released. */
let isPressed = false
globalThis.addEventListener?.('pointerdown', () => (isPressed = true), true)
for (const end of ['pointerup', 'pointercancel']) globalThis.addEventListener?.(end, () => (isPressed = false), true)

/** Runs `act` immediately, or after the pointer is released. */
export function afterPress(act: () => void): void {
  if (!isPressed) return act()
  const end = new AbortController()
  const later = () => {
    end.abort()
    setTimeout(act)
  }
  for (const event of ['pointerup', 'pointercancel']) addEventListener(event, later, { signal: end.signal })
}
