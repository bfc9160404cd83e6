/** The two presses of a trade: the first asks, the second deals what was asked. A press that the market overtook says so. Pure. */

/** The deal that a press would make, as the button says it. */
export type Offered = {
  readonly quantity: string
  readonly price: string
  /** The values typed and chosen: after another entry nothing has been asked yet. */
  readonly entered: string
}

/** A first press waiting for its second; `overtaken` is the sentence of a press that came after the market had moved. */
export type FirstPress = { readonly offered: Offered; readonly overtaken: string | undefined }

export type PressState = 'IDLE' | 'ARMED' | 'OVERTAKEN'

export function pressState(asked: FirstPress | undefined, now: Offered): PressState {
  if (asked === undefined || asked.offered.entered !== now.entered) return 'IDLE'
  return asked.offered.price === now.price && asked.offered.quantity === now.quantity ? 'ARMED' : 'OVERTAKEN'
}

/** The sentence of a press that neither asked nor dealt because the book changed in the same moment. */
export function overtakenWords(asked: FirstPress | undefined, now: Offered): string | undefined {
  switch (pressState(asked, now)) {
    case 'IDLE':
      return undefined
    case 'ARMED':
      return asked?.overtaken
    case 'OVERTAKEN':
      return asked?.offered.price === now.price
        ? `The quantity is now ${now.quantity}. Press again.`
        : `The price moved to ${now.price}. Press again.`
  }
}

/** The effect of a press: it deals, or asks. With 1-click every press deals at the price it was pressed at. */
export function press(asked: FirstPress | undefined, now: Offered, clicks: 'ONE' | 'TWO'): 'DEAL' | FirstPress {
  if (clicks === 'ONE' || pressState(asked, now) === 'ARMED') return 'DEAL'
  return { offered: now, overtaken: overtakenWords(asked, now) }
}
