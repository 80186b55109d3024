import { Punchcard, verifyWebhook } from '@punchcard-loyalty/client'
import { PunchcardAdmin } from '@punchcard-loyalty/client/admin'
import { print } from './calls.js'

await print({ Punchcard, verifyWebhook, PunchcardAdmin })
