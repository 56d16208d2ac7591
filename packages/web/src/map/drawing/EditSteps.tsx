import { RedoOutlined, ScissorOutlined, UndoOutlined } from '@ant-design/icons'
import { Button, Flex, Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import type { AreaEditor } from './use-area-editor.ts'

/** Undo, redo, and what takes a corner away where there is no keyboard. */
export function EditSteps({ editor }: { editor: AreaEditor }) {
  const { t } = useTranslation()
  const steps = [
    { key: 'undo', icon: <UndoOutlined />, run: editor.undo },
    { key: 'redo', icon: <RedoOutlined />, run: editor.redo },
    { key: 'takeCorner', icon: <ScissorOutlined />, run: editor.takeCorner },
  ]
  return (
    <Flex>
      {steps.map(({ key, icon, run }) => (
        <Tooltip key={key} title={t(`map.areas.${key}`)}>
          <Button
            type="text"
            icon={icon}
            aria-label={t(`map.areas.${key}`)}
            disabled={run === null}
            onClick={() => run?.()}
          />
        </Tooltip>
      ))}
    </Flex>
  )
}
