import type { UserView } from '@parley/contracts'

/** Background colours that are dark enough for white initials (4.5 : 1 or more). */
export const avatarColour: Readonly<Record<UserView['color'], string>> = {
  NV: '#2b3a67',
  GE: '#4a5568',
  TL: '#1f6f8b',
  RD: '#b23a48',
  GR: '#2f6b4f',
  OG: '#a84f12',
  LC: '#7a4fa3',
  YL: '#7d6310',
}

export const initials = (user: Pick<UserView, 'first_name' | 'last_name'>): string =>
  `${user.first_name.charAt(0)}${user.last_name.charAt(0)}`.toUpperCase()
