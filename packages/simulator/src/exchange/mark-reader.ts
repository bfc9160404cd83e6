import type { Mark } from '@parley/core'

/** Reads the mark of a contract by the venue's name for it; undefined if the venue does not list it. */
export type MarkReader = (name: string) => Omit<Mark, 'instrumentId'> | undefined
