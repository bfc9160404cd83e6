/** The rows of `/v5/system/status`: options trading is under maintenance, or was a day ago. */
const LONGEST_MS = 30 * 60_000

export function statusRows(state: 'ongoing' | 'completed', now: number): readonly object[] {
  const begin = state === 'ongoing' ? now : now - 86_400_000
  return [
    {
      ...{ id: '4d95b2a0-587f-11f0-bcc9-56f28c94d6ea', title: 'System upgrade', state, href: '' },
      ...{ begin: String(begin), end: String(begin + LONGEST_MS) },
      ...{ serviceTypes: [1, 2, 3], product: [1, 3], uidSuffix: [], maintainType: 1, env: 1 },
    },
  ]
}
