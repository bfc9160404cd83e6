/** The price guard of the order of one side. */
export type SideGuard = {
  /** Shown in amber, also while the order can be sent. A single click then never sends it. */
  readonly says: string | undefined
  /** Why the order cannot be sent. */
  readonly reason: string | undefined
  /** The price that has to be typed again. */
  readonly again: string | undefined
}
