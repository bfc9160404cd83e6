import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { closeErrorPopup, useErrorPopup } from '../live/error-popup.ts'

export function ErrorPopup() {
  const message = useErrorPopup((state) => state.message)
  return (
    <ConfirmDialog
      open={message !== undefined}
      title="Error"
      onClose={closeErrorPopup}
      confirm={{ label: 'Okay', onPress: closeErrorPopup }}
    >
      {message}
    </ConfirmDialog>
  )
}
