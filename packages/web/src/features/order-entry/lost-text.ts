import { clockText } from '../../components/time-text.ts'

/** Without a response the order may have traded, but it cannot trade later than its time (rulebook 5.25). */
export const lostText = (notAfter: number): string =>
  `No response. It cannot trade after ${clockText(notAfter)}. The ticket shows whether it did as soon as the server answers.`
