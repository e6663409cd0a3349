/** Who is calling, from what the request carries. */
import type { ServerRequest } from '../request/exchange.ts'
import type { User } from './user.ts'

/** `undefined` if the caller shows something that proves nothing; anonymous callers have a user of their own. */
export type Authenticate = (request: ServerRequest) => Promise<User | undefined> | User | undefined
