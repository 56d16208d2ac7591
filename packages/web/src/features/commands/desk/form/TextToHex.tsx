import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { Button, Flex, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { CallForm } from '../../../../ui/form/CallForm.tsx'
import { CopyText } from '../../../../ui/link/CopyText.tsx'

/** Converts a text to bytes as platforms and manuals write them; it begins with the free text of the form around. */
export function TextToHex() {
  const { t } = useTranslation()
  const form = Form.useFormInstance()
  const [text, setText] = useState<string | null>(null)
  const [hex, setHex] = useState<string | null>(null)
  const open = () => {
    setHex(null)
    setText(form.getFieldValue('content') ?? '')
  }
  return (
    <>
      <Button size="small" onClick={open}>
        {t('commands.hex.title')}
      </Button>
      <Dialog
        open={text !== null}
        title={t('commands.hex.title')}
        width={520}
        footer={null}
        onCancel={() => setText(null)}
      >
        <Flex vertical gap={16}>
          <CallForm
            call={commandCalls.textToHex}
            submitLabel={t('commands.hex.convert')}
            label={() => t('commands.hex.text')}
            initial={{ text: text ?? '' }}
            fields={['text']}
            onDone={(output) => setHex(output.hex)}
          />
          {hex && <CopyText text={hex} label={hex.match(/../g)!.join(' ').toUpperCase()} />}
        </Flex>
      </Dialog>
    </>
  )
}
