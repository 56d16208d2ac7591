import {
  EnvironmentOutlined,
  GatewayOutlined,
  HistoryOutlined,
  RedoOutlined,
  UndoOutlined,
} from '@ant-design/icons'
import { Button, Flex } from 'antd'
import { useTranslation } from 'react-i18next'
import type { LineTool } from '../map/EditLine.tsx'
import type { LineEdit } from './use-line-edit.ts'

interface LineToolsProps extends Pick<LineEdit, 'draft'> {
  tool: LineTool | null
  onTool: (tool: LineTool | null) => void
  onFromDrive: () => void
}

/** What is drawn next, or taken from a drive; back and forth. */
export function LineTools({ draft, tool, onTool, onFromDrive }: LineToolsProps) {
  const { t } = useTranslation()
  return (
    <Flex wrap gap={8}>
      <Button
        icon={<GatewayOutlined />}
        type={tool === 'way' ? 'primary' : 'default'}
        aria-pressed={tool === 'way'}
        onClick={() => onTool(tool === 'way' ? null : 'way')}
      >
        {t('bus.route.draw')}
      </Button>
      <Button
        icon={<EnvironmentOutlined />}
        type={tool === 'stop' ? 'primary' : 'default'}
        aria-pressed={tool === 'stop'}
        onClick={() => onTool(tool === 'stop' ? null : 'stop')}
      >
        {t('bus.route.setStops')}
      </Button>
      <Button icon={<HistoryOutlined />} onClick={onFromDrive}>
        {t('bus.route.fromDrive')}
      </Button>
      <Button
        icon={<UndoOutlined />}
        aria-label={t('bus.route.undo')}
        title={t('bus.route.undo')}
        disabled={!draft.undo}
        onClick={() => draft.undo?.()}
      />
      <Button
        icon={<RedoOutlined />}
        aria-label={t('bus.route.redo')}
        title={t('bus.route.redo')}
        disabled={!draft.redo}
        onClick={() => draft.redo?.()}
      />
    </Flex>
  )
}
