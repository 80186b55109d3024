import { ActionIcon, Menu, Switch } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon/Icon.tsx'
import { Warning } from '../../components/notice/Notice.tsx'
import { Sentence } from '../../components/sentence/Sentence.tsx'
import type { Part, SentenceEditing } from '../../components/sentence/types.ts'
import { Tag } from '../../components/status/Status.tsx'
import css from './program.module.css'
import {
  type Addable,
  addableOf,
  mayBeLimited,
  missingPrizes,
  type Prize,
  type Rule,
  stackingOf,
} from './program.ts'
import { RuleCard } from './RuleCard.tsx'
import { type FriendMember, friendMembersOf } from './referral-rule.ts'
import { useRewards } from './use-rewards.ts'

export type RuleState = 'live' | 'changed' | 'new'

interface OtherCard {
  readonly name: string
  readonly onSwitchOff: () => void
}

interface Told {
  readonly pointer: string
  readonly name: string
  readonly message: string
  readonly otherRule?: number
}

interface RuleRowProps {
  readonly rule: Rule
  readonly parts: readonly Part[]
  /** The same rule as it is live; null: it is new. */
  readonly live: readonly Part[] | null
  readonly state: RuleState
  readonly problems: readonly { readonly pointer: string; readonly message: string }[]
  readonly warnings: readonly Told[]
  readonly editing: SentenceEditing | null
  readonly onAddCondition: (what: Addable) => void
  readonly onAddPrize: (prize: Prize) => void
  readonly onAddForFriends: (member: FriendMember) => void
  /** true: it comes on top; false: of all that compete, the best counts. */
  readonly onStack: (stacks: boolean) => void
  /** It is given only so often from now on. */
  readonly onLimit: () => void
  readonly onSwitch: (isActive: boolean) => void
  /** The other card that a warning is about; null: it is about none, or not clear about which. */
  readonly otherCardOf: (warning: Told) => OtherCard | null
  readonly onRename: () => void
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

export function RuleRow(props: RuleRowProps) {
  const { t } = useTranslation()
  const { rule, parts, live, state, problems, warnings, editing } = props
  const isActive = rule.isActive ?? true
  const stacking = stackingOf(rule)
  const name = rule.name || t(`program.kinds.${rule.kind}.name`)
  return (
    <li className={state === 'live' ? css.rule : `${css.rule} ${css.touched}`} data-rule={rule.id}>
      <Switch
        className={css.switch ?? ''}
        checked={isActive}
        disabled={!editing}
        onChange={(event) => props.onSwitch(event.currentTarget.checked)}
        aria-label={name}
      />
      <div className={css.body}>
        {rule.kind === 'card' ? (
          <div className={css.drawn}>
            <RuleCard rule={rule} reward={rewardIn(parts)} isDraft={state !== 'live'} />
          </div>
        ) : null}
        <div className={css.told}>
          <Sentence parts={parts} live={live} isOff={!isActive} editing={editing}>
            {editing ? <OnlyWhen rule={rule} onAdd={props.onAddCondition} /> : null}{' '}
            {editing ? <AlsoGive rule={rule} onAdd={props.onAddPrize} /> : null}
            {editing ? <ForFriends rule={rule} onAdd={props.onAddForFriends} /> : null}
          </Sentence>
          {problems.map(({ pointer, message }) => (
            <p key={pointer + message} className={css.problem}>
              <Icon name="alert" size={14} /> <span>{message}</span>
            </p>
          ))}
          {warnings.map((warning) => (
            <Fragment key={warning.pointer + warning.message}>
              <Warning>{warning.message}</Warning>
              {editing ? <SwitchOff card={props.otherCardOf(warning)} /> : null}
            </Fragment>
          ))}
          <p className={css.name}>
            {state === 'live' ? null : (
              <Tag kind="draft">{state === 'new' ? t('program.tag.new') : t('program.tag.changed')}</Tag>
            )}
            <span>{name}</span>
            {isActive ? null : <span>· {t('program.isOff')}</span>}
          </p>
        </div>
      </div>
      {editing ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('common.moreAbout', { name })}>
              <Icon name="dots" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={props.onRename}>{t('program.rename.action')}</Menu.Item>
            <Menu.Item onClick={props.onDuplicate}>{t('program.duplicate')}</Menu.Item>
            {stacking === null ? null : (
              <Menu.Item onClick={() => props.onStack(!stacking)}>
                {stacking ? t('program.stacks.compete') : t('program.stacks.onTop')}
              </Menu.Item>
            )}
            {mayBeLimited(rule) ? (
              <Menu.Item onClick={props.onLimit}>{t('program.limit.add')}</Menu.Item>
            ) : null}
            <Menu.Item data-danger onClick={props.onRemove}>
              {t('program.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </li>
  )
}

/** Rarely two cards are meant to count the same: where one replaces another, that one is switched off. */
function SwitchOff({ card }: { readonly card: OtherCard | null }) {
  const { t } = useTranslation()
  if (card === null) return null
  return (
    <div className={css.switchOff}>
      <button type="button" onClick={card.onSwitchOff}>
        {t('program.otherCard.switchOff', { name: card.name })}
      </button>
      {t('program.otherCard.about')}
    </div>
  )
}

/** What the reward that a rule gives is called; null: it gives none. */
function rewardIn(parts: readonly Part[]): string | null {
  const part = parts.find((one) => one.slot === '/reward')
  return part?.display ?? null
}

/** What the rule could ask for besides; nothing where it asks for all of it, or can ask for nothing. */
function OnlyWhen({ rule, onAdd }: { readonly rule: Rule; readonly onAdd: (what: Addable) => void }) {
  const { t } = useTranslation()
  const addable = addableOf(rule)
  if (addable.length === 0) return null
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={css.onlyWhen}>
          {t('program.when.add')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {addable.map((what) => (
          <Menu.Item key={what} onClick={() => onAdd(what)}>
            {t(`program.when.of.${what}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** What the rule could give besides: a reward only where the merchant has one. */
function AlsoGive({ rule, onAdd }: { readonly rule: Rule; readonly onAdd: (prize: Prize) => void }) {
  const { t } = useTranslation()
  const missing = missingPrizes(rule)
  const rewards = useRewards(missing.includes('reward'))
  return missing
    .filter((prize) => prize === 'points' || rewards.length > 0)
    .map((prize) => (
      <button key={prize} type="button" className={css.onlyWhen} onClick={() => onAdd(prize)}>
        {t(`program.prize.add.${prize}`)}
      </button>
    ))
}

/** What a rule for referrals could ask of friends, limit, or give them. */
function ForFriends({
  rule,
  onAdd,
}: {
  readonly rule: Rule
  readonly onAdd: (member: FriendMember) => void
}) {
  const { t } = useTranslation()
  const members = friendMembersOf(rule)
  const rewards = useRewards(members.length > 0)
  const addable = members.filter((member) => member !== 'friendReward' || rewards.length > 0)
  if (addable.length === 0) return null
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={css.onlyWhen}>
          {t('program.friends.add')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {addable.map((member) => (
          <Menu.Item key={member} onClick={() => onAdd(member)}>
            {t(`program.friends.of.${member}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface RemovedRowProps {
  readonly name: string
  readonly sentence: string
  readonly onPutBack: (() => void) | null
}

/** A rule that the draft has not any more: struck through until it is published. */
export function RemovedRow({ name, sentence, onPutBack }: RemovedRowProps) {
  const { t } = useTranslation()
  return (
    <li className={`${css.rule} ${css.touched}`}>
      <span />
      <div className={css.body}>
        <p className={css.removed}>{sentence}</p>
        <p className={css.name}>
          <Tag kind="draft">{t('program.tag.removed')}</Tag>
          <span>{name}</span>
        </p>
      </div>
      {onPutBack ? (
        <button type="button" className={css.putBack} onClick={onPutBack}>
          {t('program.putBack')}
        </button>
      ) : null}
    </li>
  )
}
