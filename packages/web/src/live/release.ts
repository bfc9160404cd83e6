/**
 * The service worker (decision 0603): registered once, asked for a newer release while the page is open, and removed if it fails. After a newer
 * release has taken over, the page reloads, but never while the user is active.
 */
import { useHolding } from '../components/holding.ts'
import { useOpenDialogs } from '../components/open-dialogs.ts'
import { toast } from '../components/toasts.ts'
import { useCancelOnLoss } from './cancel-on-loss.ts'
import { type Hands, isQuiet, nextCheckMs } from './release-rules.ts'
import { report } from './report.ts'
import { nameRightAddress } from './right-address.ts'
import { VERSION } from './version.ts'

const WORKER = '/sw.js'
const LOOK_MS = 1_000
/** Two servers with different releases would otherwise make the page reload again and again. */
const RELOADS_APART_MS = 600_000
const RELOADED_AT = 'reloaded-for-release'
const TEXT_FIELDS = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, [contenteditable=true]'

let isFollowed = false

/** Called when the page starts. A second call does nothing. */
export async function followRelease(): Promise<void> {
  // There are no service workers at the plain address of another machine.
  nameRightAddress()
  if (isFollowed || !('serviceWorker' in navigator)) return
  isFollowed = true
  const { serviceWorker } = navigator
  sayReloaded()
  const hands = followHands()
  // The first worker of a browser changes nothing, because its files are those of the running page.
  let isFirst = serviceWorker.controller === null
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) reloadOnceQuiet(hands)
    isFirst = false
  })
  await orUnregister(async () => {
    const registration: ServiceWorkerRegistration | undefined = await serviceWorker.register(WORKER)
    // A browser may silently refuse service workers.
    if (registration !== undefined) checkAgain(registration)
  })
}

function checkAgain(registration: ServiceWorkerRegistration): void {
  const check = () => orUnregister(async () => void (await registration.update()))
  setTimeout(() => void check().then((isWell) => isWell && checkAgain(registration)), nextCheckMs(Math.random()))
}

/** A worker that cannot be updated could keep an old page forever, so it is removed. A failed request is not its fault. */
async function orUnregister(act: () => Promise<void>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (!(await isServerThere())) return true
    report('The service worker failed and was skipped. Parley does not open offline until it works again.', error)
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
    return false
  }
}

const isServerThere = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

let isWaiting = false
function reloadOnceQuiet(hands: () => Hands): void {
  if (isWaiting) return
  isWaiting = true
  toast({
    ...{ key: 'release', tone: 'info', title: 'A new version of Parley is available' },
    text: 'The page reloads when it has been idle for a while, but not while a peg is running in it.',
    next: [{ label: 'Reload now', run: reload }],
  })
  const reloadedAt = Number(sessionStorage.getItem(RELOADED_AT) ?? 0)
  setInterval(() => {
    if (Date.now() - reloadedAt >= RELOADS_APART_MS && isQuiet(hands())) reload()
  }, LOOK_MS)
}

function reload(): void {
  sessionStorage.setItem(RELOADED_AT, `${Date.now()}`)
  sessionStorage.setItem(`${RELOADED_AT}-unsaid`, 'yes')
  location.reload()
}

function sayReloaded(): void {
  if (sessionStorage.getItem(`${RELOADED_AT}-unsaid`) === null) return
  sessionStorage.removeItem(`${RELOADED_AT}-unsaid`)
  toast({ key: 'release', tone: 'done', title: 'Parley was updated', text: `This is version ${VERSION}.` })
}

/** Tracks what the user is doing. */
function followHands(): () => Hands {
  let lastInputAt = Date.now()
  let isDown = false
  const edited = new Set<Element>()
  const listen = <Type extends keyof WindowEventMap>(type: Type, act: (event: WindowEventMap[Type]) => void) =>
    addEventListener(
      type,
      (event) => {
        lastInputAt = Date.now()
        act(event)
      },
      { capture: true, passive: true },
    )
  listen('pointerdown', () => void (isDown = true))
  for (const type of ['pointerup', 'pointercancel'] as const) listen(type, () => void (isDown = false))
  // A key that is held down repeats, and each repetition counts as input.
  for (const type of ['keydown', 'wheel'] as const) listen(type, () => undefined)
  listen('input', ({ target }) => {
    if (target instanceof Element && target.matches(TEXT_FIELDS)) edited.add(target)
  })
  return () => ({
    isPressed: isDown || useHolding.getState().hold !== undefined,
    isTyping: document.activeElement?.matches(TEXT_FIELDS) === true || [...edited].some(isUnsent),
    isInDialog: useOpenDialogs.getState().count > 0 || document.querySelector('[role=dialog], [role=menu], dialog[open]') !== null,
    isBusy: document.querySelector('button[aria-busy=true]') !== null,
    isPulledOnLoss: useCancelOnLoss.getState().isOn,
    msSinceInput: Date.now() - lastInputAt,
  })
}

const isUnsent = (field: Element): boolean => field.isConnected && (!('value' in field) || field.value !== '')
