/** Figures that can be unknown. An unknown one is shown as a dash. */
import { groupedText, signedText } from './figure-text.ts'

/** A value in its own form. */
export const orDash = <Value, Shown>(value: Value | undefined, show: (value: Value) => Shown): Shown | '—' =>
  value === undefined ? '—' : show(value)
/** `1,234.50`. */
export const figureText = (value: number | undefined, decimals: number): string => orDash(value, (known) => groupedText(known, decimals))
/** `+1,234.50`, with its sign. */
export const gainText = (value: number | undefined, decimals: number): string => orDash(value, (known) => signedText(known, decimals))
