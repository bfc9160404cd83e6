/** The options of a server. */
import type { DeskId } from '@parley/core'
import type { ParadexVenue, Venue } from '@parley/venues'
import type { PasswordWork } from './accounts/sign-in/passwords.ts'
import type { AllowedHosts } from './api/http/allowed-hosts.ts'
import type { AuctionChain } from './auctions/chain-reading.ts'
import type { Ownership } from './embedded-postgres/owner-lock.ts'
import type { Rates } from './limits/rate-names.ts'
import type { Log } from './log/log.ts'
import type { MailSetting } from './mail/create-mail.ts'

/** A process that owns no shard: a gateway serves HTTP and sockets, and workers settle, compare and list. */
export type PartialRole = { readonly kind: 'GATEWAY' | 'WORKERS'; readonly natsUrl: string }

export type ServerOptions = {
  readonly dataDir: string
  /** PostgreSQL 15 to 18. Without it, an embedded one in `dataDir`. */
  readonly databaseUrl?: string | undefined
  /** If another process runs on `databaseUrl`, a start is refused (the default), or takes its markets over. */
  readonly ownership?: Ownership
  /** A part of an installation of many processes; everything by default. */
  readonly role?: PartialRole | undefined
  /** How long requests are still served after GET /readyz has begun to answer 503; 0 by default. */
  readonly stopDelayMs?: number
  /** Whether the token of a session opens a socket in its address, as published; accepted by default. Pages use tickets. */
  readonly tokensInAddresses?: 'ACCEPTED' | 'REFUSED'
  /** 0 takes any free port. */
  readonly port: number
  readonly host?: string
  /** Adapters of the trading venues. The server connects and closes them. */
  readonly venues?: readonly Venue[]
  /** The venue of the perpetuals screen, and of blocks in its perpetuals. The server closes it. */
  readonly paradex?: ParadexVenue | undefined
  /** The chain on which vaults sell options. Without it there are no auctions. */
  readonly auctions?: AuctionChain | undefined
  /** The built web application. */
  readonly webDir?: string
  /** 32 bytes as hex or base64. Without it, `dataDir/secret.key`. */
  readonly secretKey?: string | undefined
  readonly rates?: Partial<Rates>
  /** The operator console under `/operator/`: on the address of the product (the default), on one of its own, or not at all. */
  readonly console?: 'ON' | 'OFF' | { readonly host: string; readonly port: number; readonly url?: string | undefined }
  /** The leaderboard's figures change at multiples of it; an hour by default. */
  readonly leaderboardEveryMs?: number | undefined
  /** Whether the process measures itself for GET /metrics; by default it does. */
  readonly metrics?: 'ON' | 'OFF'
  /** The bearer token of GET /metrics. Without it, only programs on this machine may read it, and only without a proxy. */
  readonly metricsToken?: string | undefined
  /** The collector of OpenTelemetry that receives traces; none by default. */
  readonly tracesEndpoint?: string | undefined
  /** The cost of one password hash. */
  readonly passwordWork?: PasswordWork
  readonly now?: () => number
  readonly log?: Log
  /** The address at which users open the product, for links in emails and for passkeys. By default, the address at which it listens. */
  readonly publicUrl?: string | undefined
  /** How emails are sent; `off` by default. */
  readonly mail?: MailSetting
  /** The emails of users who can sign in to a demo with one click. Set it only if anyone may act as them. */
  readonly demoPeople?: readonly string[]
  /** The address for questions in emails and on screens. */
  readonly supportEmail?: string
  /** The operator's own pages for joining and for questions; ours by default. */
  readonly joinUrl?: string | undefined
  readonly faqUrl?: string | undefined
  readonly helpUrl?: string | undefined
  /** Allowed hosts and services other than this one; none by default. */
  readonly allowedHosts?: AllowedHosts
  /** Trust X-Forwarded-For. Set it only behind your own proxy. */
  readonly trustProxy?: boolean
  /** The addresses from which venues are called, for users who bind their keys to addresses. */
  readonly ourAddresses?: readonly string[]
  /** The header in which that proxy reports the caller's country. */
  readonly regionHeader?: string | undefined
  /** Called with the desks that have a socket open, whenever one opens or closes. */
  readonly onConnectedDesks?: ((desks: ReadonlySet<DeskId>) => void) | undefined
  /** Called with the desk of each authenticated HTTP call. */
  readonly onDeskCall?: ((desk: DeskId) => void) | undefined
  /** Aborts a start, which may be waiting for venues. */
  readonly signal?: AbortSignal
}
