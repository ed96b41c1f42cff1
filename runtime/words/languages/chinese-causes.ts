// Why a gate passes here and not in a clean copy, in Chinese (words/evidence-copies.ts).

import type { TrialCause } from '../../model/gate-schema.ts';

/** What keeps a gate from passing in a copy, and the way out. */
export function trialCauseText({ kind, path = '' }: TrialCause): string {
  switch (kind) {
    case 'not-in-copy':
      return `${path} 被 git 忽略，不在干净副本里。让门禁自己生成它：用一行先构建再测试，加 \`shell: true\`。`;
    case 'linked':
      return `${path} 里的包在干净副本里是链接，npm 不把它们当作已安装的包（\`npm audit\`、\`npm ls\`）。把只做测试的脚本设为门禁。`;
    case 'network':
      return '它的输出说需要网络，而它没有网络。只运行不需要网络的部分，或在同一行里启动它要访问的服务，加 `shell: true`。';
    case 'terminal':
      return '它要求终端，而门禁没有终端。去掉命令里监视或询问的选项。';
    case 'stdin':
      return '它读取标准输入，而门禁的标准输入是空的。用一行给它一个文件，加 `shell: true`。';
  }
}
