/** Shows keys, their accounts, and the positions and balances in them. */
import { userOf } from '../exchange/account.ts'
import { has, mayWrite, type BybitAccount } from './accounts.ts'
import type { Category } from './contract.ts'
import { listExecutions } from './executions.ts'
import { MAX_POSITIONS } from './limits.ts'
import { countParam, oneOf, optionalText, pageOf, textParam, wrong, type Params } from './protocol.ts'
import { closed, type Route, type World } from './route.ts'
import { standOf } from './ticker.ts'

export function accountRoutes(world: World): [string, Route][] {
  return [
    ['GET /v5/user/query-api', closed((_, account) => keyOf(account, world.now()))],
    ['GET /v5/account/info', closed((_, account) => infoOf(account))],
    ['GET /v5/account/wallet-balance', closed((params, account) => walletOf(world, params, account))],
    [
      'GET /v5/position/list',
      closed((params, account) => {
        const limit = countParam(params, 'limit', { least: 1, most: MAX_POSITIONS, otherwise: 20 })
        const { list, cursor } = pageOf(positionsOf(world, params, account), params, limit)
        return { category: params['category'], nextPageCursor: cursor, list }
      }),
    ],
    ['GET /v5/execution/list', closed((params, account) => listExecutions(world, params, account))],
  ]
}

/** A key without bound IP addresses expires. A bound key does not, which the venue writes as the year 1970. */
function keyOf(account: BybitAccount, now: number): object {
  const { clientId, name, addresses, keyEndsAt, kind, wallet } = account
  const isEndless = addresses !== undefined && keyEndsAt === undefined
  const endsAt = isEndless ? 0 : (keyEndsAt ?? now + 90 * 86_400_000)
  const isUnified = kind !== 'CLASSIC'
  return {
    id: `1${userNumber(userOf(account))}`,
    ['note']: name,
    apiKey: clientId,
    readOnly: mayWrite(account) ? 0 : 1,
    secret: '',
    permissions: {
      ContractTrade: ['Order', ...(has(account, 'Position') ? ['Position'] : [])],
      Spot: ['SpotTrade'],
      Wallet: ['AccountTransfer', ...(wallet === 'WITHDRAWS' ? ['Withdraw'] : [])],
      Options: has(account, 'OptionsTrade') ? ['OptionsTrade'] : [],
      Derivatives: [],
      CopyTrading: [],
      BlockTrade: has(account, 'BlockTrade') ? ['BlockTrade'] : [],
      Exchange: ['ExchangeHistory'],
      NFT: [],
      Affiliate: [],
    },
    ips: addresses ?? ['*'],
    type: 1,
    deadlineDay: isEndless ? -2 : Math.floor((endsAt - now) / 86_400_000),
    expiredAt: `${new Date(endsAt).toISOString().slice(0, 19)}Z`,
    createdAt: '2025-10-16T02:24:40Z',
    ...{ unified: 0, uta: isUnified ? 1 : 0, userID: userNumber(userOf(account)), inviterID: 0, vipLevel: 'No VIP', mktMakerLevel: '0' },
    ...{ affiliateID: 0, rsaPublicKey: '', isMaster: kind !== 'SUB_ACCOUNT', parentUid: kind === 'SUB_ACCOUNT' ? '24617000' : '0' },
    ...{ kycLevel: 'LEVEL_1', kycRegion: '' },
  }
}

const userNumber = (user: string): number =>
  24_000_000 + [...user].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 900_000, 7)

const STATUS = { CLASSIC: 1, UNIFIED_1: 3, SUB_ACCOUNT: 5, DEMO: 5 } as const

const infoOf = ({ kind, margin = 'REGULAR_MARGIN' }: BybitAccount): object => ({
  marginMode: margin,
  updatedTime: '1797078946000',
  unifiedMarginStatus: kind === undefined ? 5 : STATUS[kind],
  ...{ dcpStatus: 'OFF', timeWindow: 10, smpGroup: 0, isMasterTrader: false, spotHedgingStatus: 'OFF' },
})

/** Everything here is in USDC. The venue no longer fills in the withdrawable amount. */
function walletOf({ holdings }: World, params: Params, account: BybitAccount): object {
  if (textParam(params, 'accountType') !== 'UNIFIED') throw wrong('accountType')
  const { wallet, equity, bound } = holdings.money(account)
  const text = (figure: number): string => figure.toFixed(8)
  const unrealised = text(equity - wallet)
  return {
    list: [
      {
        ...{ accountType: 'UNIFIED', accountLTV: '', accountIMRate: '', accountMMRate: '' },
        totalEquity: text(equity),
        totalWalletBalance: text(wallet),
        totalMarginBalance: text(equity),
        totalAvailableBalance: text(Math.max(0, equity - bound)),
        totalPerpUPL: '0',
        totalInitialMargin: text(bound),
        totalMaintenanceMargin: text(bound / 2),
        coin: [
          {
            ...{ coin: 'USDC', equity: text(equity), usdValue: text(equity), walletBalance: text(wallet), unrealisedPnl: unrealised },
            ...{ locked: '0', bonus: '0', borrowAmount: '0', accruedInterest: '0', availableToBorrow: '', availableToWithdraw: '' },
            ...{ totalOrderIM: '0', totalPositionIM: text(bound), totalPositionMM: text(bound / 2), cumRealisedPnl: '0' },
            ...{ collateralSwitch: true, marginCollateral: true, spotHedgingQty: '0', spotBorrow: '0' },
          },
        ],
      },
    ],
  }
}

/** Delivered contracts are left out; inverse contracts are not simulated. */
function positionsOf({ market, holdings, now }: World, params: Params, account: BybitAccount): readonly object[] {
  const category = oneOf(params, 'category', ['option', 'linear', 'inverse'] as const)
  const [symbol, baseCoin, settleCoin] = ['symbol', 'baseCoin', 'settleCoin'].map((name) => optionalText(params, name))
  if (category !== 'option' && symbol === undefined && settleCoin === undefined) throw wrong('settleCoin')
  const { positions, averages } = holdings.of(userOf(account))
  return [...positions].flatMap(([name, quantity]) => {
    const contract = market.contract(name)
    if (quantity === 0 || contract === undefined || contract.category !== (category as Category)) return []
    const { row } = contract
    if ((symbol ?? name) !== name || (baseCoin ?? row.baseCoin) !== row.baseCoin || (settleCoin ?? row.settleCoin) !== row.settleCoin)
      return []
    const value = market.value(contract)
    const average = averages.get(name)!
    return [
      {
        ...{ positionIdx: 0, riskId: 0, riskLimitValue: '', symbol: name, side: quantity > 0 ? 'Buy' : 'Sell' },
        size: String(Math.abs(quantity) / 1e6),
        avgPrice: String(Number(average.toFixed(8))),
        positionValue: String(Math.abs((quantity / 1e6) * value.price)),
        ...{ tradeMode: 0, positionStatus: 'Normal', autoAddMargin: 0, adlRankIndicator: 0, leverage: '', positionBalance: '0' },
        markPrice: standOf(contract, value).mark,
        ...{ liqPrice: '', bustPrice: '' },
        positionMM: (holdings.marginOf(name, quantity) / 2).toFixed(8),
        positionIM: holdings.marginOf(name, quantity).toFixed(8),
        ...{ tpslMode: '', takeProfit: '', stopLoss: '', trailingStop: '', sessionAvgPrice: '' },
        unrealisedPnl: ((quantity / 1e6) * (value.price - average)).toFixed(8),
        ...{ curRealisedPnl: '0', cumRealisedPnl: '0', seq: 1, isReduceOnly: false, mmrSysUpdatedTime: '', leverageSysUpdatedTime: '' },
        ...{ createdTime: String(now()), updatedTime: String(now()) },
      },
    ]
  })
}
