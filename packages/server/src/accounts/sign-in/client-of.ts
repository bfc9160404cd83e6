/** The source of a sign-in in recognisable form: the program, the device and its system, as far as they identify themselves. */
import Bowser from 'bowser'

export type ClientKind = {
  readonly appType: string
  readonly appVersion: string | null
  /** `iPhone`, otherwise the browser: `Firefox`. */
  readonly device: string | null
  readonly osType: string | null
  readonly osVersion: string | null
}

/** The label of a client that does not name itself. */
export const PRODUCT = 'Parley'
/** Longer ones are cut, because the rest carries no information. */
const USER_AGENT_CHARACTERS = 512
const FIELD_CHARACTERS = 64

export type ClientClaim = {
  readonly userAgent: string
  readonly appType?: string | null | undefined
  readonly appVersion?: string | null | undefined
}

export function clientOf({ userAgent, appType, appVersion }: ClientClaim): ClientKind {
  const none = { device: null, osType: null, osVersion: null }
  const said = userAgent.slice(0, USER_AGENT_CHARACTERS).trim()
  const parsed = said === '' ? none : deviceOf(said)
  return { appType: textOf(appType) ?? PRODUCT, appVersion: textOf(appVersion), ...parsed }
}

function deviceOf(userAgent: string) {
  const { browser, os, platform } = Bowser.parse(userAgent)
  return { device: textOf(platform.model) ?? textOf(browser.name), osType: textOf(os.name), osVersion: textOf(os.version) }
}

/** Without control characters, because it is shown in lists and emails. */
function textOf(text: string | null | undefined): string | null {
  const plain = (text ?? '').replaceAll(/\p{C}/gu, ' ').trim()
  return plain === '' ? null : plain.slice(0, FIELD_CHARACTERS)
}

/** For emails and the log: `Chrome, macOS`. */
export const deviceText = ({ device, osType }: ClientKind): string =>
  [device, osType].filter((part) => part !== null).join(', ') || 'Unknown device'
