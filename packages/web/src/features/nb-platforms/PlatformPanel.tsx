import { ReloadOutlined } from '@ant-design/icons'
import type { Call, InputOf } from '@trackway/core/api/call.ts'
import {
  type NbPlatformState,
  type NbSubscription,
  nbPlatformCalls,
} from '@trackway/core/features/nb-platforms/calls.ts'
import { Button, Flex, Tag } from 'antd'
import { ApiError, api } from '../../base/api.ts'
import { reread } from '../../base/queries/query-client.ts'
import { useTexts } from '../../base/use-texts.ts'
import { ActionButton } from '../../ui/actions/ActionButton.tsx'
import { useAction } from '../../ui/actions/use-action.ts'
import { PlainTable } from '../../ui/antd/PlainTable.tsx'
import { confirm } from '../../ui/form/confirm.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'

const colours: Record<NbSubscription['state'], string> = {
  active: 'success',
  ending: 'warning',
  ended: 'error',
  elsewhere: 'warning',
  lost: 'error',
  none: 'default',
}

/** One platform: when it pushed last, and its subscriptions by type. */
export function PlatformPanel({ platform: state }: { platform: NbPlatformState }) {
  const { t, format } = useTexts()
  const { act, isBusy } = useAction()
  const { platform, label, lastPushTime, checkTime, subscriptions } = state
  const made = async <C extends Call>(call: C, input: InputOf<C>, done: string) => {
    try {
      await api(call, input)
      return t(done, { name: label })
    } catch (error) {
      // The platform's own words are what helps.
      const reason = error instanceof ApiError ? error.issues[0]?.reason : undefined
      throw reason === undefined ? error : new Error(reason, { cause: error })
    } finally {
      await reread('nbSubscriptions')
    }
  }
  const subscribe = (one?: NbSubscription) => {
    const input = { platform, ...(one && { notifyType: one.type }) }
    const isTaken = (one ? [one] : subscriptions).some(({ state }) => state === 'elsewhere')
    const run = () => made(nbPlatformCalls.subscribe, input, 'nbPlatforms.subscribed')
    if (!isTaken) return void act(run)
    confirm({
      title: t('nbPlatforms.takeTitle'),
      text: t('nbPlatforms.takeText'),
      okLabel: t('nbPlatforms.subscribe'),
      onOk: run,
    })
  }
  const end = (one?: NbSubscription) =>
    confirm({
      title: t('nbPlatforms.endTitle', { name: one?.type ?? label }),
      text: t('nbPlatforms.endText'),
      okLabel: t('nbPlatforms.end'),
      onOk: () =>
        made(
          nbPlatformCalls.unsubscribe,
          { platform, ...(one && { notifyType: one.type }) },
          'nbPlatforms.isEnded',
        ),
    })
  const isAny = subscriptions.some(
    ({ state, isKept }) => isKept || ['active', 'ending', 'ended'].includes(state),
  )
  return (
    <Panel
      title={label}
      note={
        <Flex gap={4} component="span">
          {t('nbPlatforms.lastPush')}
          {lastPushTime === null ? t('nbPlatforms.never') : <RelativeTime at={lastPushTime} />}
        </Flex>
      }
    >
      <Flex vertical gap={12}>
        <Flex gap={8} wrap align="center">
          <ActionButton type="primary" loading={isBusy} onClick={() => subscribe()}>
            {t(isAny ? 'nbPlatforms.renewAll' : 'nbPlatforms.subscribeAll')}
          </ActionButton>
          <ActionButton
            icon={<ReloadOutlined />}
            loading={isBusy}
            onClick={() => void act(() => made(nbPlatformCalls.check, { platform }, 'nbPlatforms.checked'))}
          >
            {t('nbPlatforms.check')}
          </ActionButton>
          {isAny && (
            <ActionButton danger loading={isBusy} onClick={() => end()}>
              {t('nbPlatforms.endAll')}
            </ActionButton>
          )}
          <span className="tw-muted">
            {checkTime === null
              ? t('nbPlatforms.neverChecked')
              : t('nbPlatforms.checkedAt', { time: format.dateTime(checkTime) })}
          </span>
        </Flex>
        <PlainTable<NbSubscription>
          rowKey="type"
          dataSource={[...subscriptions]}
          columns={[
            { title: t('nbPlatforms.column.type'), dataIndex: 'type' },
            {
              title: t('nbPlatforms.column.state'),
              render: (_, { state }) => <Tag color={colours[state]}>{t(`nbPlatforms.state.${state}`)}</Tag>,
            },
            {
              title: t('nbPlatforms.column.subscribeTime'),
              render: (_, { subscribeTime }) =>
                subscribeTime === null ? '–' : format.dateTime(subscribeTime),
            },
            {
              title: t('nbPlatforms.column.expireTime'),
              render: (_, { expireTime }) =>
                expireTime === null ? t('nbPlatforms.noEnd') : format.dateTime(expireTime),
            },
            {
              title: t('nbPlatforms.column.actions'),
              render: (_, one) => (
                <Flex gap={4}>
                  <Button
                    size="small"
                    type="link"
                    aria-label={t('nbPlatforms.subscribeOf', { name: one.type })}
                    onClick={() => subscribe(one)}
                  >
                    {t(
                      one.state === 'none' || one.state === 'elsewhere'
                        ? 'nbPlatforms.subscribe'
                        : 'nbPlatforms.renew',
                    )}
                  </Button>
                  {(one.isKept || one.state === 'active') && (
                    <Button
                      size="small"
                      type="link"
                      danger
                      aria-label={t('nbPlatforms.endOf', { name: one.type })}
                      onClick={() => end(one)}
                    >
                      {t('nbPlatforms.end')}
                    </Button>
                  )}
                </Flex>
              ),
            },
          ]}
        />
      </Flex>
    </Panel>
  )
}
