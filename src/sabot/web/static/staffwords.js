// The words of the staff page and of the API page.

import { lang } from './i18n.js';

const PT = {
  'skip': 'Ir para o conteúdo', 'title': 'Porta do pessoal', 'leave': 'Sair', 'api': 'A API, rota a rota', 'foot': 'Cada acto fica no diário com nome, motivo e regra. Ninguém muda o resultado de uma jogada.',
  'door': 'Porta do pessoal', 'door.say': 'Para quem trabalha na casa. Entre com a chave que recebeu.', 'token': 'Chave', 'enter': 'Entrar', 'door.how': 'Sem chave? Quem gere a casa cria uma, e mostra-a uma só vez:', 'door.again': 'A sua entrada terminou. Entre de novo.',
  'role.croupier': 'croupier', 'role.supervisor': 'supervisor', 'role.inspector': 'inspector',
  'loading': 'A abrir os livros…', 'stale': 'A casa não responde. O que vê é das {at}.',
  'tables': 'Mesas', 'tables.n': '{n}; fechadas: {closed}', 'game': 'Jogo', 'open': 'aberta', 'closed': 'fechada', 'game.open': 'aceita apostas', 'game.closed': 'suspenso',
  'no-bets': 'não aceita apostas: o jogo está suspenso', 'by': '{who}, {at}', 'own-room': 'mesa de {who}', 'own-room.empty': 'mesa de um jogador',
  'coup': 'Jogada', 'coup.open': 'em curso', 'coup.none': 'nenhuma', 'coup.waits': 'à espera', 'staked': 'Em jogo', 'viewers': 'A ver', 'seats': 'Lugares', 'limits': 'Limites',
  'act.close': 'Fechar', 'act.open': 'Abrir', 'act.void': 'Anular a jogada', 'act.disable': 'Suspender o jogo', 'act.enable': 'Retomar o jogo', 'act.answer': 'Responder',
  'ask.close': 'Fechar {name} a novas apostas. A jogada em curso vai até ao fim.', 'ask.open': 'Abrir {name} a novas apostas.', 'ask.void': 'Anular a jogada em curso em {name}. O que está em jogo, {sum}, volta aos jogadores; o que já foi pago fica pago.', 'ask.disable': 'Nenhuma mesa de {name} aceita novas apostas. As jogadas em curso vão até ao fim.', 'ask.enable': 'As mesas abertas de {name} voltam a aceitar apostas.', 'ask.answer': 'Resposta a {name}. O jogador vai lê-la.',
  'why.close': 'Motivo, que os jogadores vão ler', 'why.open': 'Motivo, para o diário', 'why.void': 'Causa, que os jogadores vão ler', 'why.disable': 'Motivo, que os jogadores vão ler', 'why.enable': 'Motivo, para o diário', 'why.answer': 'A sua resposta',
  'do.close': 'Fechar a mesa', 'do.open': 'Abrir a mesa', 'do.void': 'Anular e devolver', 'do.disable': 'Suspender o jogo', 'do.enable': 'Retomar o jogo', 'do.answer': 'Enviar a resposta', 'cancel': 'Desistir',
  'done.close': 'Mesa fechada.', 'done.open': 'Mesa aberta.', 'done.void': 'Jogada anulada; as apostas foram devolvidas.', 'done.disable': 'Jogo suspenso.', 'done.enable': 'Jogo retomado.', 'done.answer': 'Resposta enviada.', 'under': 'ao abrigo de',
  'refused': 'Recusado', 'refused.reason': 'O motivo tem de ter entre 3 e 2000 caracteres.', 'refused.token': 'Esta chave não abre nada.', 'refused.role': 'O seu papel não permite este acto.', 'refused.no-coup': 'Não há jogada em curso nesta mesa.', 'refused.no-staff': 'A sua entrada terminou. Entre de novo.', 'refused.not-stored': 'Os livros não aceitam escrita agora. Nada mudou.', 'refused.net': 'A casa não responde. Não se sabe se o acto foi feito: veja o diário.', 'nothing': 'Nada mudou.',
  'complaints': 'Reclamações', 'complaints.n': '{n} por responder', 'complaints.0': 'todas respondidas', 'complaints.none': 'Ninguém reclamou.', 'complaint.at': '{table}, {at}', 'complaint.coup': 'jogada {coup}', 'answered': 'Resposta de {who}, {at}',
  'journal': 'Diário', 'journal.say': 'os últimos actos do pessoal e da casa', 'hash': 'Resumo SHA-256', 'entry': 'Registo n.º {n}', 'no-reason': 'sem motivo escrito',
  'j.open': '{by} abriu {table}', 'j.close': '{by} fechou {table}', 'j.void': '{by} mandou anular a jogada em {table}', 'j.disable': '{by} suspendeu {game}', 'j.enable': '{by} retomou {game}', 'j.answer': '{by} respondeu a uma reclamação', 'j.add': 'A consola deu o papel de {role} a {name}', 'j.remove': '{name} deixou de trabalhar na casa',
  'j.house': 'A casa abriu', 'j.house.why': 'versão {code}, ficheiros {files}', 'j.complaint': '{by} reclamou em {table}', 'j.voided': 'Jogada nula em {table}: apostas devolvidas', 'j.other': '{kind}',
  'j.line.lost': 'Ligação de um jogador perdida em {table}', 'j.line.back': 'Ligação de um jogador refeita em {table}', 'j.line.lost.places': 'Ligação perdida em {table}: lugar {places}', 'j.line.back.places': 'Ligação refeita em {table}: lugar {places}',
  'j.notice': 'Aviso a um jogador em {table}: {kind}', 'j.notice.idle-invitation': 'Um jogador sem apostas em {table} foi convidado a terminar a sessão', 'j.notice.idle-warning': 'Um jogador sem apostas em {table} foi avisado de que a sessão vai terminar',
  'j.reserved': 'Lugar {place} guardado em {table} para a próxima jogada', 'j.freed': 'Lugar {place} guardado em {table} ficou livre de novo', 'j.kept': 'Sessões e lugares de {table} actualizados pela casa',
  'law.open': 'A regra', 'law.failed': 'A regra não pôde ser lida.', 'law.language': 'Texto do registo, em inglês.',
  'api.title': 'A API', 'api.h': 'A porta para programas', 'api.say': 'Tudo o que a página faz passa por aqui. Esta página é desenhada a partir do que a própria casa declara.', 'api.open': 'Descrição OpenAPI', 'api.msgs': 'Esquema das mensagens', 'api.failed': 'A casa não mostrou a sua descrição.', 'api.rules': 'Pedidos que mudam alguma coisa levam o cabeçalho X-Sabot: 1. Somas em cêntimos inteiros. Um erro diz code, law, text e facts.',
  'api.routes': 'Rotas', 'api.socket': 'A mesa em directo', 'api.contents': 'Nesta página', 'api.g.play': 'Sala, mesas e regras', 'api.g.me': 'O jogador', 'api.g.staff': 'O pessoal', 'api.g.house': 'A casa',
  'api.params': 'Parâmetros', 'api.body': 'Corpo do pedido', 'api.answers': 'Respostas', 'api.none': 'sem campos', 'api.required': 'obrigatório', 'api.optional': 'opcional', 'api.default': 'se faltar', 'api.ask': 'Perguntar à casa', 'api.curl': 'Na linha de comandos', 'api.in.path': 'no caminho', 'api.in.query': 'na pergunta', 'api.in.header': 'no cabeçalho',
  'api.client': 'Do cliente', 'api.server': 'Da casa', 'api.sample': 'Exemplo', 'api.live': 'Ouvida agora', 'api.listen': 'Ouvir uma mesa', 'api.listen.say': 'Senta um convidado com créditos de demonstração numa mesa individual, pergunta, e mostra cada mensagem que passa.', 'api.listening': 'A ouvir {table}…', 'api.heard': '{n} mensagens ouvidas em {table}. Estão junto de cada esquema.', 'api.listen.failed': 'Não foi possível ouvir: {why}', 'api.staffdoor': 'Porta do pessoal', 'api.answer': 'Resposta {status}',
};

const EN = {
  'skip': 'Go to the content', 'title': 'Staff door', 'leave': 'Leave', 'api': 'The API, route by route', 'foot': 'Every act is in the journal with name, reason and rule. Nobody changes the result of a coup.',
  'door': 'Staff door', 'door.say': 'For those who work in the house. Come in with the token that you were given.', 'token': 'Token', 'enter': 'Come in', 'door.how': 'No token? Whoever runs the house makes one, and it is shown once:', 'door.again': 'Your time here has ended. Come in again.',
  'role.croupier': 'croupier', 'role.supervisor': 'supervisor', 'role.inspector': 'inspector',
  'loading': 'Opening the books…', 'stale': 'The house does not answer. What you see is of {at}.',
  'tables': 'Tables', 'tables.n': '{n}; closed: {closed}', 'game': 'Game', 'open': 'open', 'closed': 'closed', 'game.open': 'takes bets', 'game.closed': 'suspended',
  'no-bets': 'takes no bets: the game is suspended', 'by': '{who}, {at}', 'own-room': 'table of {who}', 'own-room.empty': 'a player’s own table',
  'coup': 'Coup', 'coup.open': 'in progress', 'coup.none': 'none', 'coup.waits': 'waiting', 'staked': 'In play', 'viewers': 'Watching', 'seats': 'Places', 'limits': 'Limits',
  'act.close': 'Close', 'act.open': 'Open', 'act.void': 'Void the coup', 'act.disable': 'Suspend the game', 'act.enable': 'Resume the game', 'act.answer': 'Answer',
  'ask.close': 'Close {name} to new bets. The coup in progress is played to its end.', 'ask.open': 'Open {name} to new bets.', 'ask.void': 'Void the coup in progress at {name}. What is in play, {sum}, goes back to the players; what was paid stays paid.', 'ask.disable': 'No table of {name} takes new bets. Coups in progress are played to their end.', 'ask.enable': 'The open tables of {name} take bets again.', 'ask.answer': 'Answer to {name}. The player will read it.',
  'why.close': 'Reason, which players will read', 'why.open': 'Reason, for the journal', 'why.void': 'Cause, which players will read', 'why.disable': 'Reason, which players will read', 'why.enable': 'Reason, for the journal', 'why.answer': 'Your answer',
  'do.close': 'Close the table', 'do.open': 'Open the table', 'do.void': 'Void and refund', 'do.disable': 'Suspend the game', 'do.enable': 'Resume the game', 'do.answer': 'Send the answer', 'cancel': 'Never mind',
  'done.close': 'Table closed.', 'done.open': 'Table open.', 'done.void': 'Coup void; the stakes were given back.', 'done.disable': 'Game suspended.', 'done.enable': 'Game resumed.', 'done.answer': 'Answer sent.', 'under': 'under',
  'refused': 'Refused', 'refused.reason': 'The reason must have between 3 and 2,000 characters.', 'refused.token': 'This token opens nothing.', 'refused.role': 'Your role does not allow this act.', 'refused.no-coup': 'No coup is in progress at this table.', 'refused.no-staff': 'Your time here has ended. Come in again.', 'refused.not-stored': 'The books cannot be written now. Nothing has changed.', 'refused.net': 'The house does not answer. Whether the act was done is not known: see the journal.', 'nothing': 'Nothing has changed.',
  'complaints': 'Complaints', 'complaints.n': '{n} to answer', 'complaints.0': 'all answered', 'complaints.none': 'Nobody has complained.', 'complaint.at': '{table}, {at}', 'complaint.coup': 'coup {coup}', 'answered': 'Answer of {who}, {at}',
  'journal': 'Journal', 'journal.say': 'the last acts of the staff and the house', 'hash': 'SHA-256', 'entry': 'Entry no. {n}', 'no-reason': 'no written reason',
  'j.open': '{by} opened {table}', 'j.close': '{by} closed {table}', 'j.void': '{by} had the coup at {table} voided', 'j.disable': '{by} suspended {game}', 'j.enable': '{by} resumed {game}', 'j.answer': '{by} answered a complaint', 'j.add': 'The console made {name} a {role}', 'j.remove': '{name} works here no more',
  'j.house': 'The house opened', 'j.house.why': 'version {code}, files {files}', 'j.complaint': '{by} complained at {table}', 'j.voided': 'Coup void at {table}: stakes given back', 'j.other': '{kind}',
  'j.line.lost': 'A player’s line was lost at {table}', 'j.line.back': 'A player’s line came back at {table}', 'j.line.lost.places': 'Line lost at {table}: place {places}', 'j.line.back.places': 'Line back at {table}: place {places}',
  'j.notice': 'A player at {table} was told: {kind}', 'j.notice.idle-invitation': 'A player without bets at {table} was invited to end the session', 'j.notice.idle-warning': 'A player without bets at {table} was warned that the session is about to end',
  'j.reserved': 'Place {place} at {table} kept for the next coup', 'j.freed': 'Place {place} kept at {table} is free again', 'j.kept': 'Sessions and places at {table} brought up to date by the house',
  'law.open': 'The rule', 'law.failed': 'The rule could not be read.', 'law.language': '',
  'api.title': 'The API', 'api.h': 'The door for programs', 'api.say': 'All that the page does goes through here. This page is drawn from what the house itself declares.', 'api.open': 'OpenAPI description', 'api.msgs': 'Message schemas', 'api.failed': 'The house did not show its description.', 'api.rules': 'Requests that change something carry the header X-Sabot: 1. Sums are whole cents. An error says code, law, text and facts.',
  'api.routes': 'Routes', 'api.socket': 'The table, live', 'api.contents': 'On this page', 'api.g.play': 'Room, tables and rules', 'api.g.me': 'The player', 'api.g.staff': 'The staff', 'api.g.house': 'The house',
  'api.params': 'Parameters', 'api.body': 'Body', 'api.answers': 'Answers', 'api.none': 'no fields', 'api.required': 'required', 'api.optional': 'optional', 'api.default': 'if left out', 'api.ask': 'Ask the house', 'api.curl': 'On the command line', 'api.in.path': 'in the path', 'api.in.query': 'in the query', 'api.in.header': 'in the header',
  'api.client': 'From the client', 'api.server': 'From the house', 'api.sample': 'Example', 'api.live': 'Heard just now', 'api.listen': 'Listen at a table', 'api.listen.say': 'Seats a guest with demo credits at an individual table, asks, and shows each message that passes.', 'api.listening': 'Listening at {table}…', 'api.heard': '{n} messages heard at {table}. They stand beside their schemas.', 'api.listen.failed': 'Could not listen: {why}', 'api.staffdoor': 'Staff door', 'api.answer': 'Answer {status}',
};

const OWN = { pt: PT, en: EN };

/** A text of these pages in the reader's language. @param {string} key @param {Record<string, any>} [facts] */
export const w = (key, facts = {}) => (OWN[lang()][key] ?? PT[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);
export const has = key => key in PT;

/** Put the words into every element with data-w. @param {ParentNode} [root] */
export function words(root = document) {
  for (const el of root.querySelectorAll('[data-w]')) el.textContent = w(el.dataset.w);
}
