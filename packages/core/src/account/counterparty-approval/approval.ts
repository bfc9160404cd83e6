/** Two desks can negotiate once both have approved it (rulebook 2). There is one machine for each unordered pair of desks. */
import type { DeskId, Instant } from '../../ids.ts'

export type Approval =
  | { readonly state: 'STRANGERS' }
  | { readonly state: 'ASKED'; readonly by: DeskId; readonly askedAt: Instant }
  | { readonly state: 'APPROVED'; readonly approvedAt: Instant }

export type ApprovalCommand =
  | { readonly kind: 'Ask'; readonly actor: DeskId }
  | { readonly kind: 'Approve'; readonly actor: DeskId }
  | { readonly kind: 'Withdraw'; readonly actor: DeskId }

export type ApprovalEvent =
  | { readonly kind: 'ApprovalAsked'; readonly by: DeskId; readonly at: Instant }
  | { readonly kind: 'ApprovalGiven'; readonly by: DeskId; readonly at: Instant }
  | { readonly kind: 'ApprovalWithdrawn'; readonly by: DeskId; readonly at: Instant }

export type ApprovalRefusal = 'NothingAsked' | 'AlreadyAsked' | 'AlreadyApproved' | 'OwnRequest'

export const strangers: Approval = { state: 'STRANGERS' }

/** Whether the two desks can negotiate with each other (rulebook 2.1). */
export const isApproved = ({ state }: Pick<Approval, 'state'>): boolean => state === 'APPROVED'
