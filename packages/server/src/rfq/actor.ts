import type { Actor } from '@parley/core'
import type { Caller } from '../calls/route.ts'

export const actorOf = ({ desk, user, via }: Caller): Actor => ({ desk, user, via })
