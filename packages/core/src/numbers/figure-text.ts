/** The significant digits of a model figure; the rest is rounding error. */
export const FIGURE_DIGITS = 8

/** A model figure as text: `0.0401`, and not `0.040100000000000004`. */
export const figureText = (value: number): string => String(Number(value.toPrecision(FIGURE_DIGITS)))
