/** Opens the operator console: on the product's own address, on one of its own, or not at all. */
import { createServer, type RequestListener } from 'node:http'
import { createConsole } from './api/console/create-console.ts'
import { createConsoleCommands } from './api/console/run-console-command.ts'
import type { Trust } from './api/http/client-address.ts'
import { readBuild } from './build.ts'
import type { Echo } from './cluster/echo.ts'
import type { Rates } from './limits/rate-names.ts'
import { createConsoleSessions } from './operator/console/console-sessions.ts'
import { createConsoleSignIn } from './operator/console/console-sign-in.ts'
import type { LiveFigures } from './operator/console/console-views.ts'
import { createOperatorPasskeys } from './operator/console/operator-passkeys.ts'
import type { OperatorServices } from './operator/operator-services.ts'
import type { Flows } from './open-flows.ts'
import { listen, stop } from './port.ts'
import { type Closing, type Composed } from './server-frame.ts'

type ConsoleNeeds = {
  readonly options: Composed
  readonly services: OperatorServices
  readonly rates: Rates
  readonly echo: Echo
  readonly flows: Flows
  readonly trust: Trust
  readonly sockets: () => number
}

/** The handler of `/operator/`, if the console shares the product's address. */
export async function openConsole(needs: ConsoleNeeds, closing: Closing): Promise<RequestListener | undefined> {
  const { options, services, rates, echo, trust } = needs
  const { console: place = 'ON', log, dataDir } = options
  if (place === 'OFF') return undefined
  const sessions = createConsoleSessions(services.sql)
  const url = place === 'ON' ? options.publicUrl : place.url
  const passkeys = url === undefined ? undefined : createOperatorPasskeys({ ...services, log }, url)
  const handle = await createConsole({
    ...trust,
    views: { ...services, live: liveFigures(needs) },
    sessions,
    passkeys,
    signIn: createConsoleSignIn({ ...services, sessions, passkeys, rates, echo }),
    run: createConsoleCommands({ ...services, dataDir }),
    webDir: options.webDir,
    publicUrl: url ?? '',
    now: services.now,
    log,
  })
  if (place === 'ON') return handle
  const server = createServer(handle)
  const consoleUrl = await listen(server, place.port, place.host)
  closing.push(() => stop(server))
  log.info({ consoleUrl }, 'The operator console has an address of its own')
  return undefined
}

function liveFigures({ flows, sockets }: ConsoleNeeds): LiveFigures {
  const { venues, venueStates, market } = flows
  return {
    release: readBuild().version,
    venueState: (venue) => (venues.has(venue) ? venueStates.stateOf(venue) : undefined),
    venueDelayMs: (venue) => venues.get(venue)?.health().roundTripMs,
    waiting: () => market.engine.waiting(),
    isServing: (shard) => market.engine.serving().has(shard),
    sockets,
  }
}
