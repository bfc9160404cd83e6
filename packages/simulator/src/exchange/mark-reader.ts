import type { Mark } from '@parley/core'

/** The mark of a contract by the venue's name for it; undefined where the venue does not list it. */
export type MarkReader = (name: string) => Omit<Mark, 'instrumentId'> | undefined
