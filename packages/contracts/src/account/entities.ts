import { z } from 'zod'

/**
 * The rights of a person on a desk: an administrator does everything, a trader (authorised user) trades, a viewer sees; a prime viewer sees, and
 * carries the prime badge; a DOV user bids in vault auctions and sees the rest.
 */
export const DeskRole = z.enum(['administrator', 'trader', 'viewer', 'prime_viewer', 'dov_user'])

export const User = z
  .object({
    id: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    color: z.enum(['NV', 'GE', 'TL', 'RD', 'GR', 'OG', 'LC', 'YL']),
    role: DeskRole,
    firm: z.object({ name: z.string(), leaderboard_anonymity: z.boolean(), has_liquidity_providers: z.boolean() }),
    trading_desk: z.object({ ticker: z.string(), name: z.string(), is_maker: z.boolean() }).nullable(),
    has_totp_enabled: z.boolean(),
    has_passkey: z.boolean(),
    visual_mobile_notifications_enabled: z.boolean(),
    audio_mobile_notifications_enabled: z.boolean(),
    audio_notifications_enabled: z.boolean(),
    visual_notifications_enabled: z.boolean(),
    email_notifications_enabled: z.boolean(),
    trading_notifications_enabled: z.boolean(),
    active_products: z.array(z.string()),
    has_accepted_us_agreement: z.boolean(),
    has_accepted_non_us_agreement: z.boolean(),
    has_unaccepted_agreement: z.boolean(),
    entity: z
      .enum(['US', 'SINGAPORE'])
      .nullable()
      .optional()
      .meta({ description: 'The entity whose customer the person is, by the agreement in force that was accepted; null before.' }),
    eligible_products: z
      .array(z.string())
      .optional()
      .meta({ description: 'Codes of the products that this entity offers in direct requests. Global RFQ is offered by SINGAPORE alone.' }),
    restricted_ip_rfqs_left: z.number().int().nullable(),
    perpetuals_token: z.string().nullable().optional().meta({
      description:
        "A token of the perpetuals platform, issued there for the desk's connected account; null without one, and for who does not trade. It signs no orders.",
    }),
    perpetuals_token_ends_at: z.number().nullable().optional().meta({
      description: 'Milliseconds since 1970: the end that the venue gave the token. Reading the user before then brings the next.',
    }),
    preferences: z.object({ data: z.record(z.string(), z.unknown()) }),
  })
  .meta({ id: 'User' })

export const DemoPerson = z
  .object({ desk: z.string(), desk_name: z.string(), is_maker: z.boolean() })
  .meta({ id: 'DemoPerson', description: 'Somebody whom a demo lets in with one press, by the ticker and the name of their desk.' })

export const ActiveSession = z
  .object({
    id: z.string(),
    app_type: z.string(),
    app_version: z.string().nullable(),
    device: z.string().nullable(),
    os_type: z.string().nullable(),
    os_version: z.string().nullable(),
    ip_address: z.string().nullable(),
    region: z.string().nullable(),
    last_login: z.number().nullable(),
  })
  .meta({ id: 'ActiveSession', description: 'A place where the person is signed in. `last_login` is in milliseconds since 1970.' })

export const Passkey = z
  .object({ id: z.string(), name: z.string(), created_at: z.number(), last_used_at: z.number().nullable(), is_synced: z.boolean() })
  .meta({ id: 'Passkey' })

export const AgreementKind = z.enum(['us', 'non-us'])
export const AgreementSection = z
  .object({ id: z.string(), label: z.string(), paragraphs: z.array(z.string()) })
  .meta({ id: 'AgreementSection', description: 'A section of an agreement. A paragraph that begins with "- " is an item of a list.' })
export const Agreement = z
  .object({
    kind: AgreementKind,
    version: z.string(),
    title: z.string(),
    dated: z.string(),
    last_updated: z.string(),
    url: z.string(),
    sections: z.array(AgreementSection),
  })
  .meta({ id: 'Agreement' })
export const UserAgreement = z
  .object({
    argumentId: z.string(),
    kind: AgreementKind,
    title: z.string(),
    url: z.string(),
    content: z.string(),
    accepted_at: z.number().nullable(),
  })
  .meta({
    id: 'UserAgreement',
    description: 'An agreement in force for the person; `argumentId` names its kind and version, `content` is its text.',
  })

export const Invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    role: DeskRole,
    state: z.enum(['OPEN', 'ACCEPTED', 'WITHDRAWN', 'EXPIRED']),
    created_at: z.number(),
    expires_at: z.number(),
    created_by: z.string(),
  })
  .meta({ id: 'Invitation', description: 'A key that lets one person join the desk. The key itself is only in the mail.' })

export const VenueCredential = z
  .object({
    id: z.string(),
    name: z.string(),
    is_default: z.boolean(),
    cannot_settle: z.string().nullable().meta({ description: 'Why nothing can be placed with it now; null where it can.' }),
    cannot_ask_makers: z
      .string()
      .nullable()
      .meta({ description: "Why the venue's own makers cannot be asked from it; null where they can." }),
  })
  .meta({ id: 'VenueCredential', description: "An account of the desk at one venue, with the person's own default marked." })

export const KeyScope = z.enum(['read', 'trade'])
export const ApiKey = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Its first characters; the whole access key is shown once, when the key is made. */
    access_key_prefix: z.string(),
    scopes: z.array(KeyScope),
    is_compatible: z.boolean().meta({ description: 'Opens sockets also by its access key alone, unsigned, as published.' }),
    allowed_addresses: z.array(z.string()),
    created_at: z.number(),
    created_by: z.string(),
    held_by: z.string().meta({ description: 'Who was last shown its secret, or took it over.' }),
    suspended_at: z.number().nullable().meta({ description: 'Since when it is not accepted, because its holder may no longer trade.' }),
    expires_at: z.number().nullable(),
    last_used_at: z.number().nullable(),
    last_used_address: z.string().nullable(),
    previous_secret_until: z.number().nullable(),
  })
  .meta({ id: 'ApiKey' })

export const Approval = z
  .object({
    desk: z.string(),
    desk_name: z.string(),
    firm_name: z.string(),
    state: z.enum(['STRANGERS', 'ASKED', 'APPROVED']),
    asked_by: z.string().nullable(),
    changed_at: z.number().nullable(),
    is_never_matched: z
      .boolean()
      .optional()
      .meta({ description: "Whether your desk's orders never meet theirs in the order book; your own list, which they do not read." }),
  })
  .meta({ id: 'Approval' })

export const Member = z
  .object({
    id: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    color: z.string(),
    role: DeskRole,
    state: z.enum(['ACTIVE', 'SUSPENDED']),
    has_two_factor: z.boolean(),
    last_seen_at: z.number().nullable(),
  })
  .meta({ id: 'Member' })

export const AuditEntry = z
  .object({
    seq: z.number().int(),
    at: z.number(),
    actor: z.string(),
    actor_name: z.string(),
    action: z.string(),
    object: z.string(),
    address: z.string().nullable(),
    request_id: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()),
    hash: z.string(),
  })
  .meta({
    id: 'AuditEntry',
    description:
      'Who did what from where. `seq` counts the entries of the desk. `hash` covers the entry and the hash of the one before it in the whole log.',
  })

export const CounterpartyGroup = z
  .object({
    id: z.string(),
    name: z.string(),
    made_by: z.enum(['DESK', 'OPERATOR']).meta({ description: 'Your desk changes its own alone.' }),
    makers: z.array(z.string()),
    left_out: z.array(z.string()).meta({ description: 'Makers of the group that your desk may not ask now.' }),
  })
  .meta({ id: 'CounterpartyGroup', description: "A group of makers: your desk's own, or one that the operator has made for every desk." })

export const FeatureFlag = z.object({ is_enabled: z.boolean(), config: z.unknown(), default_value: z.unknown() })

export type UserView = z.output<typeof User>
export type DeskRoleName = z.output<typeof DeskRole>
export type DemoPersonView = z.output<typeof DemoPerson>
export type ActiveSessionView = z.output<typeof ActiveSession>
export type PasskeyView = z.output<typeof Passkey>
export type AgreementView = z.output<typeof Agreement>
export type AgreementKindName = z.output<typeof AgreementKind>
export type UserAgreementView = z.output<typeof UserAgreement>
export type InvitationView = z.output<typeof Invitation>
export type ApiKeyView = z.output<typeof ApiKey>
export type KeyScopeName = z.output<typeof KeyScope>
export type ApprovalView = z.output<typeof Approval>
export type MemberView = z.output<typeof Member>
export type AuditEntryView = z.output<typeof AuditEntry>
export type CounterpartyGroupView = z.output<typeof CounterpartyGroup>
export type VenueCredentialView = z.output<typeof VenueCredential>
