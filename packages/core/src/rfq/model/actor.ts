import type { DeskId, UserId } from '../../ids.ts'

/** The desk, user and key or session that give a command. Cancel on disconnect covers exactly one `via`. */
export type Actor = { readonly desk: DeskId; readonly user: UserId; readonly via: string }
