import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { restoreChosenAccount } from '../base/chosen-account.ts'
import { startLanguages } from '../base/i18n.ts'
import { restoreSession } from '../base/session.ts'
import { openStored } from '../base/stored.ts'
import { restoreUnits } from '../base/use-format.ts'
import { App } from './App.tsx'
import '../base/theme.css'

await openStored()
restoreSession()
restoreChosenAccount()
restoreUnits()
await startLanguages()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
