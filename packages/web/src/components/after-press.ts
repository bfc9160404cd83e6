/** A press takes the focus from a field; what then appears must not move the button away from under the finger before it is lifted. */
let isPressed = false
globalThis.addEventListener?.('pointerdown', () => (isPressed = true), true)
for (const end of ['pointerup', 'pointercancel']) globalThis.addEventListener?.(end, () => (isPressed = false), true)

/** At once, or after the press that is under way has done what it does. */
export function afterPress(act: () => void): void {
  if (!isPressed) return act()
  const end = new AbortController()
  const later = () => {
    end.abort()
    setTimeout(act)
  }
  for (const event of ['pointerup', 'pointercancel']) addEventListener(event, later, { signal: end.signal })
}
