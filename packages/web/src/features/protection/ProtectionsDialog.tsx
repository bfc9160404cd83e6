import { useEffect, useState } from 'react'
import { Dialog } from '../../components/Dialog.tsx'
import { tabId, Tabs } from '../../components/Tabs.tsx'
import { readProtection } from '../../live/protection.ts'
import { PreTradeLimits } from './PreTradeLimits.tsx'
import { KillSwitch } from './KillSwitch.tsx'
import { Limits } from './Limits.tsx'
import styles from './Protection.module.css'

const LOOK_MS = 1_000
const tabs = [
  { id: 'limits', label: 'Limits' },
  { id: 'kill-switch', label: 'Kill switch' },
  { id: 'bounds', label: 'Pre-trade limits' },
] as const
export type ProtectionTab = (typeof tabs)[number]['id']

/** The desk's protections: limits with their use, the kill switch, and pre-trade limits. */
export function ProtectionsDialog({ initial, onClose }: { readonly initial?: ProtectionTab; readonly onClose: () => void }) {
  const [tab, setTab] = useState<ProtectionTab>(initial ?? 'limits')
  useEffect(() => {
    void readProtection()
    const looking = setInterval(() => void readProtection(), LOOK_MS)
    return () => clearInterval(looking)
  }, [])
  return (
    <Dialog open onClose={onClose} title="Protections" width={720} height={640} outside="stays">
      <div className={styles['dialog']}>
        <div className={styles['tabs']}>
          <Tabs label="Protections" tabs={tabs} value={tab} onChange={setTab} />
        </div>
        <div className={styles['panel']} role="tabpanel" aria-labelledby={tabId(tab)} tabIndex={-1}>
          {tab === 'limits' ? <Limits /> : tab === 'kill-switch' ? <KillSwitch /> : <PreTradeLimits />}
        </div>
      </div>
    </Dialog>
  )
}
