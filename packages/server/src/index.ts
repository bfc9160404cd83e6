/** The one door of server. */
export type * from './engine/engine.ts'
export type * from './engine/machine.ts'
