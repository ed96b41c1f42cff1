// What makes a request one of high risk. Too careful costs an audit; too careless costs what cannot be
// brought back, so one word is enough.

export const RISKS: ReadonlyArray<Readonly<{ about: string; words: RegExp }>> = [
  {
    about: 'concurrency',
    words:
      /\b(?:race conditions?|data races?|races?|dead ?locks?|concurren\w+|multi-?thread\w*|threads?|thread[- ]safe\w*|mutex\w*|locking|semaphores?|atomic(?:ally|ity)?|simultaneous(?:ly)?|at the same time|in parallel)\b|并发|死锁|线程|竞态|竞争条件|加锁|锁表|分布式锁|同时(?:写|提交|请求|修改)/i,
  },
  {
    about: 'security',
    words:
      /\b(?:xss|csrf|ssrf|rce|cve-\d+|cross[- ]site|(?:sql|command|code|sqli)[- ]?injections?|injections?|vulnerab\w+|secur(?:e|ity)|exploit\w*|permissions?|privileges?|superuser|auth|authenticat\w+|authori[sz]\w+|oauth2?|sso|jwt|(?:access|refresh|api|session) tokens?|passwords?|encrypt\w*|decrypt\w*|credentials?|secrets?|sandbox\w*|other users'?)\b|安全|漏洞|越权|权限|鉴权|认证|加密|解密|密码|密钥|(?<!依赖)注入|单点登录|oauth/i,
  },
  {
    about: 'performance',
    words:
      /\b(?:performance|perf|slow(?:ly|er)?|speed(?:ing)? up|throughput|out ?of ?memory(?:error)?|oom|memory|leaks?|cpu usage|bottlenecks?|n\+1)\b|性能|太慢|很慢|变慢|卡顿|内存|泄漏|吞吐/i,
  },
  {
    about: 'data',
    words:
      /\b(?:data loss|los(?:es?|ing|t) (?:\w+ ){0,2}data|corrupt\w*|migrat\w+|transactions?|rollback|database schema|drop (?:table|column)s?|backups?|payments?|invoices?|billing)\b|丢数据|数据(?:丢失|损坏|错乱|迁移)|丢失数据|迁移|事务|回滚|支付|账单|备份/i,
  },
];
