use fuda_core::formats::RecordFile;
use fuda_mahjong::records::*;
fn main() {
    for path in std::env::args().skip(1) {
        let file = RecordFile::read(path.as_ref()).unwrap();
        let text = file.text().unwrap();
        let logs = if text.contains("\"log\":") { tenhou6::read_logs(text) } else { mjai::read_logs(text) };
        for log in &logs {
            println!("{path}: {} hands, {} events, end {:?}, broken {:?}", log.hands.len(), log.hands.iter().map(|h| h.events.len()).sum::<usize>(), log.end.as_ref().map(|e| e.scores), log.broken);
        }
        if std::env::var("W").is_ok() { print!("{}", mjai::write_logs(&logs)); }
    }
}
