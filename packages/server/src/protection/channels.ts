/** The channels about what protects a desk, which every base has. */
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
