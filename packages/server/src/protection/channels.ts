/** The channels about a desk's protections, which exist under every base path. */
import type { NotificationChannel } from '../calls/channel.ts'
import { limitChannel } from './limit-channel.ts'
import type { People } from './people.ts'
import { refusedFillChannel } from './refused-fills.ts'
import { protectionChannel } from './routes.ts'
import type { ProtectionService } from './service.ts'
import { stopChannel } from './stop-channel.ts'

export const protectionChannels = (service: ProtectionService, people: Pick<People, 'nameOf'>): readonly NotificationChannel[] => [
  protectionChannel(service),
  stopChannel(service, people),
  limitChannel(service),
  refusedFillChannel,
]
