/** Figures that may not be known: a dash then. */
import { groupedText, signedText } from './figure-text.ts'

/** The text of a value, however it is written. */
export const orDash = <Value>(value: Value | undefined, text: (value: Value) => string): string => (value === undefined ? '—' : text(value))
/** `1,234.50`. */
export const figureText = (value: number | undefined, decimals: number): string => orDash(value, (known) => groupedText(known, decimals))
/** `+1,234.50`, with its sign. */
export const gainText = (value: number | undefined, decimals: number): string => orDash(value, (known) => signedText(known, decimals))
