import { z } from 'zod'
import { call, line, named, page, pageInput, prose, rowId, searchText, time } from '../../api/call.ts'
import { onlinePayTypes, payTypeNames, sandboxOutcomes } from '../../codes/orders.ts'
import { given, search } from '../../lists/filters.ts'
import { list } from '../../lists/list.ts'
import { moneyText } from '../../rules/money.ts'
import { currency } from '../orders/calls.ts'

/** Whose account at a payment provider is paid, and what a seller's receipts say. Outside tools know the paths. */

const permission = ['main:pay'] as const

/** In the smallest unit of any currency. */
const maxPaidOut = 100_000_000_000

const currencies = z.array(currency).describe('What can be paid in.')
const provider = z.enum(onlinePayTypes).describe('Name of the payment provider.')

/** What is set along with the settings of the provider, which the server knows. */
export const payAccountCommon = {
  name: line(64).min(1).describe('What its owner calls it.'),
  isEnabled: z.boolean().default(true).describe('It takes payments.'),
  isShared: z
    .boolean()
    .default(true)
    .describe(
      'Agents below without an account of their own take payments with it; the income is credited to them.',
    ),
}

const isAllowed = z.boolean().describe('May it have accounts at payment providers of its own?')

export const payAccount = named('PayAccount', {
  id: rowId,
  userId: rowId.describe('The account that is paid.'),
  username: z.string(),
  provider,
  ...payAccountCommon,
  isEnabled: z.boolean(),
  isShared: z.boolean().describe('Agents below without an account of their own take payments with it.'),
  isAllowed: z
    .boolean()
    .describe('May the account that is paid have such accounts still? If not, it takes no payments.'),
  isBlocked: z.boolean().describe('Somebody above its owner switched it off; it takes no payments.'),
  mayBlock: z.boolean().describe('May the caller switch it off, and on again?'),
  isReady: z.boolean().describe('It has all it needs; false: a secret is missing.'),
  currencies,
  settings: z
    .looseObject({})
    .describe('Settings of the provider; of its secrets only whether there is one, as `has…`.'),
  hookUrl: z
    .string()
    .nullable()
    .describe('Where the provider posts its events; null: the platform’s own address is not set.'),
  createTime: time,
})
export type PayAccount = z.output<typeof payAccount>

export const seller = named('Seller', {
  id: rowId,
  username: z.string(),
  nickname: z.string().nullable(),
  isAllowed,
  owed: z
    .array(
      z.object({
        currency,
        amount: z.int().describe('In the smallest unit of the currency; below zero: the seller owes it.'),
      }),
    )
    .describe('What the platform owes it.'),
})
export type Seller = z.output<typeof seller>

export const payAccountCalls = {
  list: call({
    method: 'GET',
    path: '/api/pay/account/list',
    permission,
    demo: true,
    help: 'The accounts at payment providers of the caller and of the agents below, without their secrets.',
    output: z.object({
      list: z.array(payAccount),
      mayAdd: z.boolean().describe('May the caller have accounts of its own?'),
      providers: z
        .array(
          z.object({
            name: provider,
            label: z.string().describe('What the provider calls itself.'),
            currencies,
            isSandbox: z.boolean().describe('No money moves.'),
            settings: z
              .looseObject({})
              .describe('JSON Schema of its settings; secrets are `writeOnly` there.'),
          }),
        )
        .describe('The providers that there are here.'),
      ways: z
        .array(
          z.object({
            provider,
            currencies,
            isOwn: z.boolean().describe('On an account of the caller; else on one of who is above it.'),
          }),
        )
        .describe('How customers of the caller can pay online now.'),
    }),
  }),
  add: call({
    path: '/api/pay/account/add',
    permission,
    help: 'Adds an account at a payment provider. Secrets are stored encrypted and never returned.',
    input: z.looseObject({ provider, ...payAccountCommon }),
    output: z.object({ id: rowId }),
    refusals: ['payAccountsNotAllowed', 'sandboxOff'],
  }),
  edit: call({
    path: '/api/pay/account/edit',
    permission,
    help: 'Changes an account at a payment provider. Secrets that are left out stay, unless they would go to another address or account.',
    input: z.looseObject({ id: rowId, provider, ...payAccountCommon }),
    refusals: ['notFound', 'payAccountsNotAllowed', 'payAccountInUse', 'sandboxOff'],
  }),
  remove: call({
    path: '/api/pay/account/del/{id}',
    permission,
    help: 'Deletes an account at a payment provider with its secrets. What was paid stays in the books.',
    input: z.object({ id: z.coerce.number().pipe(rowId) }),
    refusals: ['notFound', 'payAccountInUse'],
  }),
  block: call({
    path: '/api/pay/account/block',
    permission,
    help: 'Switches the account of an agent below at a payment provider off, or on again, which its owner cannot; the owner is told. Open payments are still completed.',
    input: z.object({ id: rowId, isBlocked: z.boolean().describe('It takes no payments.') }),
    refusals: ['notFound'],
  }),
  allow: call({
    path: '/api/pay/account/allow',
    permission: ['main:system_config'],
    help: 'Says whether an agent may have accounts at payment providers of its own.',
    input: z.object({ userId: rowId, isAllowed }),
    refusals: ['notFound', 'notAnAgent'],
  }),
  sellers: call({
    path: '/api/pay/seller/find',
    permission,
    demo: true,
    help: 'The agents at and below the caller: what the platform owes them for sales, and whether they may have accounts at payment providers of their own. Those who are owed something come first.',
    input: pageInput.extend({
      search: searchText.optional().describe('Part of a user name or a name.'),
      id: rowId.optional().describe('Only this account and its sub-accounts.'),
    }),
    output: page(seller),
    refusals: ['notFound'],
  }),
  allowedPay: call({
    method: 'GET',
    path: '/api/pay/account/allowedPay',
    permission: ['main:order'],
    demo: true,
    deviceSession: true,
    help: 'The ways to pay that the caller has, each with its currencies.',
    output: z.object({
      list: z.array(z.object({ payType: z.enum(payTypeNames).describe('How it is paid.'), currencies })),
      balances: z
        .array(z.object({ currency, amount: z.int().describe('In the smallest unit of the currency.') }))
        .describe('What the account holds.'),
    }),
  }),
  check: call({
    path: '/api/pay/check',
    permission: ['main:order'],
    demo: true,
    help: 'May this account pay online? `meta.success` is the answer.',
    input: z.object({ userId: rowId }),
    refusals: ['notFound', 'payTypeUnavailable'],
  }),
  sandbox: call({
    path: '/api/pay/sandbox',
    permission: ['main:order'],
    deviceSession: true,
    help: 'Has a payment in test mode come to an outcome, by its buyer and by administrators.',
    input: z.object({
      orderNo: z.string().max(32).describe('Number of the order.'),
      outcome: z
        .enum(sandboxOutcomes)
        .describe('Paid, refused, pending, paid and reported twice, or paid and never reported.'),
    }),
    refusals: ['notFound', 'sandboxOff', 'orderNotOpen'],
  }),
  profile: call({
    method: 'GET',
    path: '/api/pay/profile/get',
    permission,
    demo: true,
    help: 'The seller’s details on the receipts of the caller.',
    output: z.object({
      name: z.string(),
      address: z.string().nullable(),
      taxLabel: z.string().nullable().describe('What the tax is called: VAT, GST.'),
      taxNumber: z.string().nullable().describe('Tax number of the seller.'),
      taxRate: z.number().describe('Percent contained in the price.'),
    }),
  }),
  saveProfile: call({
    path: '/api/pay/profile/save',
    permission,
    help: 'Sets the seller’s details on the receipts of the caller, from the next order on.',
    input: z.object({
      name: line(100).min(1).describe('Name of the seller.'),
      address: prose(300).nullish().describe('Address of the seller.'),
      taxLabel: line(40).nullish().describe('What the tax is called: VAT, GST.'),
      taxNumber: line(40).nullish().describe('Tax number of the seller.'),
      taxRate: z
        .number()
        .min(0)
        .max(99)
        .multipleOf(0.01)
        .default(0)
        .describe('Percent contained in the price.'),
    }),
  }),
  payOut: call({
    path: '/api/pay/payOut',
    permission: ['main:system_config'],
    help: 'Records that a seller was paid what the platform owes it, outside the platform; a negative amount is what the seller paid.',
    input: z.object({
      userId: rowId,
      currency,
      amount: z
        .int()
        .min(-maxPaidOut)
        .max(maxPaidOut)
        .refine((value) => value !== 0, 'not_zero')
        .describe('In the smallest unit of the currency.'),
      remark: line(200).nullish(),
    }),
    output: z.object({ owed: z.int().describe('What is owed afterwards.') }),
    refusals: ['notFound', 'notAnAgent', 'moreThanOwed'],
  }),
}

export const sellerList = list(payAccountCalls.sellers, {
  name: 'sellers',
  rowId: 'id',
  columns: [
    { key: 'username', form: 'text', isFixed: true, card: 'title' },
    { key: 'nickname', name: 'accountName', form: 'text' },
    {
      key: 'owed',
      form: 'money',
      of: ({ owed }: Seller) =>
        owed.map(({ amount, currency }) => moneyText(amount, currency)).join(', ') || null,
    },
    { key: 'isAllowed', name: 'ownPayAccounts', form: 'yesNo' },
  ],
  filters: [search(), given('id')],
})
