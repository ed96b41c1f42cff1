// The ways on from what a person is asked, in Chinese; the same as in words/escalation. What becomes the answer
// that a run is given stays in English, as orders are.

import { exampleOf, isRaise } from '../escalation/raise.ts';
import type { Asked, Option, WayName } from '../escalation/way.ts';
import { oneLine } from '../plain-text.ts';

type Words = Pick<Option, 'description' | 'pros' | 'cons'>;
type Own = (option: Option, asked: Asked) => Words;

export function wayIn(option: Option, asked: Asked): Words {
  const words = WAYS[option.name];
  return typeof words === 'function' ? words(option, asked) : words;
}

function words(description: string, pro: string, ...cons: readonly string[]): Words {
  return { description, pros: [pro], cons };
}

/** The command that a way is typed as. */
function commandOf({ does }: Option): string {
  return does.kind === 'type' ? oneLine(does.command) : '';
}

/** What raises a limit, as it is written. */
function exampleIn(does: Option['does']): string {
  return isRaise(does) ? exampleOf(does) : '';
}

const WAYS: Readonly<Record<WayName, Words | Own>> = {
  found: (option) => option,
  cancel: (option) => ({
    description: `取消这个目标：\`${commandOf(option)}\``,
    pros: ['不再为它花费任何东西。', '改过的内容留在文件里。'],
    cons: ['要做的事没有做完，而且这个目标不能再打开。'],
  }),
  'roll-back': (option, { node }) =>
    words(
      `撤回 ${node} 的工作，重新做：\`${commandOf(option)}\``,
      '下一次运行从第一次开始的地方开始，不带走错的东西。',
      '这些运行改过的内容会从文件里去掉，另存为补丁。',
    ),
  answer: words('用你自己的话在下面回答', '照你想要的做。', '在你写下之前一直等着。'),
  'leave-to-agent': words(
    '交给智能体，由它说明它假定了什么',
    '马上继续。',
    '可能建立在你以后才发现的猜测上。',
  ),
  'allow-once': (_, { packet }) =>
    words(
      `只允许 ${packet.asked.map((action) => `\`${oneLine(action)}\``).join('、')} 一次`,
      '工作按计划继续。',
      '命令在这个仓库之外做的事，这里无法撤回。',
    ),
  'do-without-leave': words(
    '不允许；智能体不用它完成',
    '不会发生你没有亲自做的事。',
    '需要它的部分留给你做。',
  ),
  brought: (_, { packet }) =>
    words(
      '现在有了。在下面写它在哪里，不要写它是什么',
      packet.failing.length > 0
        ? '门禁会在现有的工作上再运行一次，不需要新的运行。'
        : '下一次运行会找到它。',
      '在你的 shell 里设置的变量，只有之后启动的客户端才看得到。',
    ),
  'stand-in': words('不用它，用替身继续', '这里不需要任何秘密。', '依赖真实值的部分没有得到证实。'),
  'judge-again': words(
    '带上你在下面说的话，重新评判',
    '审查者知道你知道的。',
    '它推翻一次否决：改动并不会因此变好。',
  ),
  doubts: words(
    '我看过有疑点的地方，它是对的',
    '会重新评判，故障算作已经证明，不需要新的运行。',
    '它对不对，运行说明不了：依据的是你的话。',
  ),
  'doubts-back': words(
    '让它把有疑点的地方撤回',
    '故障由运行来证明。',
    '多一次运行；如果工作真的需要它，它还会出现。',
  ),
  unproven: words(
    '没有它工作也是好的：按现在的样子接受',
    '目标可以结束。',
    '没有什么证明故障存在过，也没有什么证明它消失了。',
  ),
  'check-added': words(
    '我加了一个能显示它的检查：再看一次',
    '故障得到证明，并且由这个检查守住。',
    '检查要由你来写。',
  ),
  'have-check': words(
    '让它加一个改动前失败、改动后通过的检查',
    '故障得到证明，并且由这个检查守住。',
    '多一次运行，而且有些故障在这里无法用检查显示。',
  ),
  'no-change': words('没有什么要改：就这样接受', '目标继续。', '如果漏看了什么，就会留下。'),
  'look-again': words('有东西要改：带上你在下面说的话再看一次', '会再看第二遍。', '多一次运行。'),
  criterion: ({ does }, { packet: { because } }) => {
    const more = because.kind === 'criteria-open' && because.open.length > 1;
    return words(
      `标准 ${does.kind === 'criterion' ? does.number : ''} 虽然没有见到成立，工作也是好的${more ? '；其他几条随后再问你' : ''}`,
      '不用再运行就继续。',
      '你要的没有全部得到证明。',
    );
  },
  'have-criteria': words('让没有成立的标准成立', '要的全部得到证明。', '多一次运行。'),
  'tests-good': words(
    '工作和它的测试现在这样就是好的',
    '不用再运行就继续。',
    '没有运行能说明原来的测试会不会通过。',
  ),
  'tests-may-change': words(
    '这些测试可以改：按现在的测试来评判',
    '报告会重新评判，不需要新的运行。',
    '如果测试被改得更宽松，故障可能会通过。',
  ),
  'tests-stay': words(
    '测试保持原样',
    '以前承诺的仍然成立。',
    '多一次运行；如果原来的期望是错的，就无法满足。',
  ),
  'gate-put-right': words(
    '阻碍已经排除：带上你在下面说的话再试一次',
    '门禁继续起作用。',
    '要由你查出是什么在阻碍。',
  ),
  'without-gate': (option) =>
    words(
      `不用这个门禁继续：\`${commandOf(option)}\`，然后恢复`,
      '工作由其他门禁评判。',
      '只有这个门禁看得到的东西，以后的目标里也看不到了。',
    ),
  'client-allows': (_, { packet: { because } }) => {
    const { rule, headless = false } =
      because.kind === 'denied' ? because : { rule: '', headless: false };
    const where = headless ? 'executors.headless.allowed_tools' : 'permissions.allow';
    return words(
      `客户端现在允许它运行：\`${oneLine(rule)}\` 在 ${where} 里`,
      '工作按计划继续。',
      '这条规则也适用于同样形式的其他命令。',
    );
  },
  'finish-without': words('不用它完成', '不再多允许任何东西。', '需要它的部分没有得到证实。'),
  'one-more-run': words(
    '再运行一次，换个做法写在下面',
    '智能体知道你知道的。',
    '没有新的想法，很可能还是同样的结果。',
  ),
  'brought-back': words(
    '我把它找回来了（`git stash pop`、`git reflog` 或补丁）：继续',
    '没有什么做两遍。',
    '要由你亲手找回。',
  ),
  'tree-as-it-is': words('按现在的文件继续', '马上继续。', '没有了的要重做，否则最后会缺。'),
  'gates-fixed': words(
    '门禁指出的问题我修好了：再运行一次门禁',
    '目标在全部门禁通过后结束。',
    '要由你亲手修；这个目标没有改文件的节点了。',
  ),
  'see-evidence': (option) =>
    words(
      `先看看证实了什么：\`${commandOf(option)}\``,
      '你会看到每个节点证明了什么，在哪个版本的文件上。',
      '目标继续等着。',
    ),
  'plan-changed': words(
    '继续；计划改过了，或者撤回了一个节点',
    '能运行的就运行。',
    '如果什么都没改，它马上又会暂停。',
  ),
  'see-edges': (option) =>
    words(
      `看看哪些边没有走：\`${commandOf(option)}\``,
      '你会看到计划在哪里断了，该撤回哪个节点。',
      '目标继续等着。',
    ),
  'settings-put-back': words(
    '我把设置改回原样了：继续',
    '门禁按目标开始时你批准的那样运行。',
    '要由你亲手改回。',
  ),
  'settings-count': words(
    '让它们按现在的样子生效：`wukong trust`，然后恢复',
    '目标按新的设置继续。',
    '门禁的运行可能和目标开始时你看到的不同。',
  ),
  'more-time': ({ does }) =>
    words(
      `给它更多时间：把新的期限写在下面，例如 \`${exampleIn(does)}\``,
      '已有的工作不会丢。',
      '它结束得比你想要的晚。',
    ),
  raise: ({ does }) =>
    words(
      `提高${does.kind === 'raise' && does.node !== undefined ? ` ${does.node} ` : '它'}的预算：把新的上限写在下面，例如 \`${exampleIn(does)}\``,
      '已有的工作不会丢。',
      '它用得比你想要的多。',
    ),
  'by-hand': (option) =>
    words(
      `从现有的内容亲手做完：\`${commandOf(option)}\``,
      '你会看到做了什么、证实了什么、还剩什么。',
      '目标一直开着，直到取消它或给它更多。',
    ),
  'files-back': words('我把文件放回去了：继续', '下一次运行知道试过什么。', '要由你亲手放回。'),
  'without-files': words(
    '不用它们继续',
    '马上继续；文件里已有的留着。',
    '下一次运行可能又试一遍行不通的。',
  ),
};
