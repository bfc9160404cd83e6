import type { PanelSize } from '../components/DeskLayout.tsx'
import { keptNumber, useKept } from './use-kept-setting.ts'

/** The size of a panel, saved per user under `keptAs`. */
export function usePanelSize(keptAs: string, bounds: Pick<PanelSize, 'least' | 'most' | 'usual'>): PanelSize {
  const [size, onSize] = useKept<number>(keptAs, bounds.usual, keptNumber(bounds.least, bounds.most))
  return { ...bounds, size, onSize }
}
