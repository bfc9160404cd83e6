import { accountCalls } from '@parley/contracts'
import { Building2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { navigate } from '../../../components/router.ts'
import { Button } from '../../../components/Button.tsx'
import { client } from '../../../live/api.ts'

/** Shown only where a firm signs its people in through its own provider. If the request fails, the form works without it. */
export function OfferedSignOn({ isBusy }: { readonly isBusy: boolean }) {
  const [isOffered, setIsOffered] = useState(false)
  useEffect(() => {
    void client.call(accountCalls.getSignOn, {}).then(
      ({ is_offered }) => setIsOffered(is_offered),
      () => undefined,
    )
  }, [])
  if (!isOffered) return null
  return (
    <Button
      size="large"
      icon={<Building2 size={15} />}
      disabledReason={isBusy ? 'You are being signed in.' : undefined}
      onClick={() => navigate('/sign-on/')}
    >
      Sign in with your firm
    </Button>
  )
}
