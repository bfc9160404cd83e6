/** Events after which a page should refresh immediately: its network is restored, or it becomes visible. */
export function onReturn(act: () => void): () => void {
  const onVisible = () => document.visibilityState === 'visible' && act()
  addEventListener('online', act)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    removeEventListener('online', act)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/** Called when the browser loses or regains its network. */
export function onNetwork(act: () => void): () => void {
  addEventListener('online', act)
  addEventListener('offline', act)
  return () => {
    removeEventListener('online', act)
    removeEventListener('offline', act)
  }
}
