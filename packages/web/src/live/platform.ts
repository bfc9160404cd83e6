/** Whether the platform accepts orders, from its channel. Undefined until it has arrived. */
import type { PlatformStateView } from '@parley/contracts'
import { create } from 'zustand'

export const usePlatform = create<{ readonly platform: PlatformStateView | undefined }>(() => ({ platform: undefined }))

const sentences: Readonly<Record<PlatformStateView['state'], string | undefined>> = {
  AVAILABLE: undefined,
  UNAVAILABLE: 'nothing is created, changed or cancelled.',
  AVAILABLE_CANCEL_ONLY: 'only cancelling is accepted.',
}

/** Why nothing new can be sent, with the server's text. */
export function platformClosedReason(platform: PlatformStateView | undefined): string | undefined {
  const sentence = platform === undefined ? undefined : sentences[platform.state]
  return sentence === undefined ? undefined : `The platform is ${platform!.state}: ${sentence}`
}

/** Why nothing can be cancelled either. */
export const cancelClosedReason = (platform: PlatformStateView | undefined): string | undefined =>
  platform?.state === 'UNAVAILABLE' ? platformClosedReason(platform) : undefined
