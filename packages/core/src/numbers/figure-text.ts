/** Digits to which a model's figure is good; the rest is dust of arithmetic. */
export const FIGURE_DIGITS = 8

/** A model's figure in words: `0.0401`, and not `0.040100000000000004`. */
export const figureText = (value: number): string => String(Number(value.toPrecision(FIGURE_DIGITS)))
