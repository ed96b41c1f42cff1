// Why a gate passes here and not in a clean copy, in Chinese (words/trial-cause.ts).

import type { CauseWords } from '../trial-cause.ts';

export const CHINESE_CAUSES: CauseWords = {
  lacks: {
    'not-in-copy': (path) => `缺少被 git 忽略的 ${path}`,
    'perhaps-not-in-copy': (path) => `可能缺少被 git 忽略的 ${path}`,
    linked: (path) => `${path} 在那里是链接`,
    network: () => '没有网络',
    terminal: () => '没有终端',
    stdin: () => '标准输入是空的',
    'no-tool': (path) => `${path.includes('/') ? '无法启动' : '找不到命令'} \`${path}\``,
    'no-module': (path) => `缺少包 ${path}`,
    silent: () => '失败了，却什么也没有输出',
    beside: () => '测试旁边的命令失败了，所以没有问到测试',
    elsewhere: () => '在那里没有打开程序的任何文件：测试的是装在别处的那一份，或者什么程序也没有测',
  },
  waysOut: {
    'not-in-copy': (path) =>
      `${path} 被 git 忽略，不在干净副本里。让检查自己生成它：用一行先生成再测试（门禁要加 \`shell: true\`）。`,
    'perhaps-not-in-copy': (path) =>
      `${path} 被 git 忽略，不在干净副本里。如果检查需要它，让检查自己生成它：用一行先生成再测试（门禁要加 \`shell: true\`）。`,
    'no-tool': (path) =>
      `${path.includes('/') ? `\`${path}\` 不存在、不可执行，或者第一行指明的程序不存在。改正它` : `找不到命令 \`${path}\`。安装它`}，或指定一个在这里能运行的检查。`,
    'no-module': (path) => `没有安装包 ${path}。安装它，或指定一个在这里能运行的检查。`,
    silent: () =>
      '它失败了，却什么也没有输出，所以看不出原因。让它说出失败了什么：去掉静默的选项，也不要把输出重定向到别处。',
    beside: () => '测试旁边的命令失败了，所以没有问到测试。只把测试指定为检查。',
    elsewhere: () => '它的测试加载的是装在别处的程序，或者没有加载程序。让测试加载它旁边的那一份。',
    linked: (path) =>
      `${path} 里的包在干净副本里是链接，npm 不把它们当作已安装的包（\`npm audit\`、\`npm ls\`）。把只做测试的脚本设为门禁。`,
    network: () =>
      '它的输出说需要网络，而它没有网络。只运行不需要网络的部分，或在同一行里启动它要访问的服务，加 `shell: true`。',
    terminal: () => '它要求终端，而门禁没有终端。去掉命令里监视或询问的选项。',
    stdin: () => '它读取标准输入，而门禁的标准输入是空的。用一行给它一个文件，加 `shell: true`。',
  },
  notFound: (log) =>
    `没有找到原因：副本里只有 git 里有的、或会加进去的文件，以及装着的依赖。它的输出在 .wukong/${log}。`,
};
