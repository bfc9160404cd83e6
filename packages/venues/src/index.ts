/** The one door of venues. */
export type * from './venue-port.ts'
